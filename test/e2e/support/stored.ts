import { eventTypes, type EventType } from './events.js';
import { type System } from './system.js';
import { type Project } from './tenant.js';
import { waitFor } from './waitFor.js';

export type Row = Record<string, unknown>;

export const tableOf: Readonly<Record<EventType, string>> = {
  exception: 'exceptions',
  log: 'logs',
  span: 'spans',
  hit: 'hits',
  replay: 'replays',
};

const countSql = [...Object.values(tableOf), 'dead_letters']
  .map((table) => `select '${table}' as name, count(*)::int as count from ${table} where project_id = $1`)
  .join(' union all ');

/** Rows per table of a project, dead letters included. */
export async function countStored(system: System, project: Pick<Project, 'id'>): Promise<Record<string, number>> {
  const rows = await system.sql<{ name: string; count: number }>(countSql, [project.id]);
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}

const totalOf = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

/** Resolves once `processed` events of the project are stored or dead-lettered; more than that is an error at once. */
export async function waitForStored(
  system: System,
  project: Pick<Project, 'id'>,
  processed: number,
  timeoutMs = 20_000,
): Promise<Record<string, number>> {
  let last: Record<string, number> = {};
  try {
    await waitFor(
      async () => {
        last = await countStored(system, project);
        return totalOf(last) >= processed;
      },
      { what: `${processed} stored events`, timeoutMs },
    );
  } catch (error) {
    throw new Error(`${processed} events were processed, stored are ${JSON.stringify(last)}`, { cause: error });
  }
  if (totalOf(last) > processed) throw new Error(`more than ${processed} stored: ${JSON.stringify(last)}`);
  return last;
}

/** All rows of one type, oldest event id first. */
export const rowsOf = (system: System, project: Pick<Project, 'id'>, type: EventType): Promise<Row[]> =>
  system.sql<Row>(`select * from ${tableOf[type]} where project_id = $1 order by id`, [project.id]);

/** Returns the stored events of the project by `serial` tag, with their `table`. @throws if a serial is stored twice */
export async function storedBySerial(system: System, project: Pick<Project, 'id'>): Promise<Map<string, Row>> {
  const found = new Map<string, Row>();
  for (const type of eventTypes) {
    for (const row of await rowsOf(system, project, type)) {
      const serial = (row['tags'] as Record<string, unknown> | null)?.['serial'];
      if (typeof serial !== 'string') continue;
      if (found.has(serial)) throw new Error(`event ${serial} is stored twice`);
      found.set(serial, { ...row, table: tableOf[type] });
    }
  }
  return found;
}
