import { timeOfId, WARN } from '@sluice/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Queryable } from '../../connection/createDatabase.js';
import { contains, equals, lastLookedAt, lookedAt, withinPage } from '../arrivalScan.js';
import { isEventId } from '../isEventId.js';
import type { Page, PageRequest } from '../page.js';
import { LISTED_LOG_COLUMNS, toLog, type ListedLogRow, type LogDetail, type StoredLog } from './storedLog.js';

/** Which logs; what is left out does not narrow. */
export interface LogFilter {
  /** Of this trace; found by an index. */
  readonly trace?: string | undefined;
  readonly replay?: string | undefined;
  readonly environment?: string | undefined;
  readonly release?: string | undefined;
  readonly level?: string | undefined;
  /** The project user's key. */
  readonly user?: string | undefined;
  /** Part of the message, upper and lower case alike. */
  readonly query?: string | undefined;
}

/** Logs by arrival, newest first. Those of one trace are found by its index; else looks at `ARRIVAL_SCAN` a page. */
export async function listLogs(
  db: Queryable,
  projectId: string,
  page: PageRequest,
  filter: LogFilter = {},
): Promise<Page<StoredLog>> {
  const within = withinPage(projectId, page);
  const indexed = filter.trace === undefined ? undefined : sql`trace_id = ${filter.trace}`;
  const { rows } = await sql<ListedLogRow>`
    select ${COLUMNS} from (${lookedAt('logs', COLUMNS, within, indexed)}) as l
    where ${sql.join(conditions(filter), sql` and `)}
    order by id desc limit ${page.limit}`.execute(db.kysely);
  const logs = rows.map(toLog);
  if (logs.length === page.limit) return { rows: logs, next: logs.at(-1)?.id, scannedToMs: undefined };
  const bound = indexed === undefined ? await lastLookedAt(db, 'logs', within) : undefined;
  return { rows: logs, next: bound, scannedToMs: bound === undefined ? undefined : timeOfId(bound) };
}

/** One log, everything of it; `undefined` where the project has none of this id. */
export async function readLog(db: Queryable, projectId: string, id: string): Promise<LogDetail | undefined> {
  if (!isEventId(id)) return undefined;
  const row = await db.kysely
    .selectFrom('logs')
    .select([...LISTED_LOG_COLUMNS, 'attributes', 'contexts'])
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row === undefined ? undefined : { ...toLog(row), attributes: row.attributes, contexts: row.contexts };
}

const COLUMNS = sql.join(LISTED_LOG_COLUMNS.map((column) => sql.ref(column)));

const conditions = (filter: LogFilter): readonly RawBuilder<unknown>[] => [
  sql`true`,
  ...equals('replay_id', filter.replay),
  ...equals('environment', filter.environment),
  ...equals('release', filter.release),
  ...levels(filter.level),
  ...equals('user_key', filter.user),
  ...contains('message', filter.query),
];

/** Rows older than the common vocabulary have `warn`. */
const levels = (level: string | undefined): readonly RawBuilder<unknown>[] =>
  level === 'warning' ? [sql`level in ('warning', ${WARN})`] : equals('level', level);
