import { eventTypes } from '../../e2e/support/events.js';
import { tableOf, type Row } from '../../e2e/support/stored.js';
import { type System } from '../../e2e/support/system.js';
import { type Project } from '../../e2e/support/tenant.js';

/** Returns the rows of a project by the serial in their tags or contexts. @throws if a serial is stored twice */
export async function rowsBySerial(system: System, { id }: Pick<Project, 'id'>): Promise<ReadonlyMap<string, Row>> {
  const found = new Map<string, Row>();
  for (const type of eventTypes) {
    const rows = await system.sql<Row>(
      `select *, coalesce(tags->>'serial', contexts->>'serial') as serial from ${tableOf[type]} where project_id = $1`,
      [id],
    );
    for (const { serial, ...row } of rows) {
      if (typeof serial !== 'string') throw new Error(`a row of ${type} has no serial`);
      if (found.has(serial)) throw new Error(`event ${serial} is stored twice`);
      found.set(serial, { ...row, table: tableOf[type] });
    }
  }
  return found;
}

/** Returns the counted events of a project by `outcome reason`, over all types and hours. */
export async function usageByReason(
  system: System,
  { id }: Pick<Project, 'id'>,
): Promise<Readonly<Record<string, number>>> {
  const rows = await system.sql<{ outcome: string; reason: string; count: number }>(
    'select outcome, reason, sum(count)::float8 as count from usage where project_id = $1 group by 1, 2',
    [id],
  );
  return Object.fromEntries(rows.map(({ outcome, reason, count }) => [`${outcome} ${reason}`.trim(), count]));
}
