import { sql, type RawBuilder } from 'kysely';
import type { Queryable } from '@sluice/db';
import { ARRIVAL_SCAN, ifSelective, listedColumns, PAGE_BYTES, selectListed, withinBytes } from '@sluice/reading';
import { readLog, withCommonLevel, type StoredLog } from './listLogs.js';

/** Most bytes of the lines on one side. */
const SIDE_BYTES = PAGE_BYTES / 2;

/** Which lines around a log. */
interface SurroundingRequest {
  readonly id: string;
  /** `trace`: of the same trace. `environment`: of the same environment. */
  readonly within: 'trace' | 'environment';
  /** Lines on each side. */
  readonly limit: number;
}

/** A log with the lines around it. */
interface SurroundingLogs {
  readonly log: StoredLog;
  /** The nearest that arrived before it, oldest first. */
  readonly before: readonly StoredLog[];
  /** The nearest that arrived after it, oldest first. */
  readonly after: readonly StoredLog[];
}

/**
 * Returns a log and the lines that arrived before and after it; `undefined` if the project has no such log. Of an environment, or
 * of a trace with very many logs, at most `ARRIVAL_SCAN` rows are scanned on each side.
 */
export async function readSurroundingLogs(
  db: Queryable,
  projectId: string,
  { id, within, limit }: SurroundingRequest,
): Promise<SurroundingLogs | undefined> {
  const log = await readLog(db, projectId, id);
  if (log === undefined) return undefined;
  const side = async (order: 'asc' | 'desc'): Promise<readonly StoredLog[]> => {
    const beyond = order === 'desc' ? sql`id < ${log.id}` : sql`id > ${log.id}`;
    const ofProject = sql`project_id = ${projectId} and ${beyond}`;
    const ofTrace = sql`trace_id = ${log.traceId}`;
    const isSelective = within === 'trace' && (await ifSelective(db, 'logs', ofProject, ofTrace)) !== undefined;
    const ofEnvironment = log.environment === null ? sql`environment is null` : sql`environment = ${log.environment}`;
    const selected = sql`
      select e.* from (${scanned(isSelective ? ofTrace : undefined, { ofProject, order })}) as e
      where ${within === 'trace' ? ofTrace : ofEnvironment}
      order by e.id ${sql.raw(order)} limit ${limit}`;
    const { rows } = await sql<StoredLog>`
      select ${selectListed('logs', 'e')} from (${withinBytes(selected, order, SIDE_BYTES)}) as e
      order by e.id ${sql.raw(order)}`.execute(db.kysely);
    return rows.map(withCommonLevel);
  };
  const [before, after] = await Promise.all([side('desc'), side('asc')]);
  return { log, before: [...before].reverse(), after };
}

function scanned(
  selective: RawBuilder<unknown> | undefined,
  { ofProject, order }: { readonly ofProject: RawBuilder<unknown>; readonly order: 'asc' | 'desc' },
): RawBuilder<unknown> {
  const columns = listedColumns('logs');
  if (selective !== undefined) return sql`select ${columns} from logs where ${ofProject} and ${selective} offset 0`;
  return sql`select ${columns} from logs where ${ofProject} order by id ${sql.raw(order)} limit ${ARRIVAL_SCAN}`;
}
