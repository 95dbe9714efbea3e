import { lowestIdAt } from '@sluice/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Queryable } from '../connection/createDatabase.js';
import type { EventTableName } from '../schema/eventColumns.js';
import type { PageRequest } from './page.js';
import { checkAfter, checkEventId } from './position.js';

/** Rows of an event table that are looked at for one page where no index serves the filter. */
export const ARRIVAL_SCAN = 20_000;

/**
 * A project's events of the page's range, behind the page before: what the primary key serves. @throws PositionError where
 * `after` is not an event's id
 */
export const withinPage = (projectId: string, page: PageRequest): RawBuilder<unknown> => {
  const before = checkAfter(page.after, checkEventId) ?? lowestIdAt(page.toMs);
  return sql`project_id = ${projectId} and id < ${before} and id >= ${lowestIdAt(page.fromMs)}`;
};

/**
 * What a list looks at: the newest {@link ARRIVAL_SCAN} rows of `within`, or all of `indexed` where an index finds those.
 * `offset 0` keeps the planner from walking everything backwards in the hope of meeting them.
 */
export const scannedRows = (
  table: EventTableName,
  columns: RawBuilder<unknown>,
  within: RawBuilder<unknown>,
  indexed?: RawBuilder<unknown>,
): RawBuilder<unknown> =>
  indexed === undefined
    ? sql`select ${columns} from ${sql.table(table)} where ${within} order by id desc limit ${ARRIVAL_SCAN}`
    : sql`select ${columns} from ${sql.table(table)} where ${within} and ${indexed} offset 0`;

/** The id at which a look of {@link ARRIVAL_SCAN} rows ends; `undefined` where there are not so many. Reads the index alone. */
export async function lastScannedId(
  db: Queryable,
  table: EventTableName,
  within: RawBuilder<unknown>,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)} where ${within} order by id desc limit 1 offset ${ARRIVAL_SCAN - 1}`.execute(
    db.kysely,
  );
  return rows[0]?.id;
}

/** The condition that a column has this value; none where there is no value. */
export const equals = (column: string, value: string | undefined): readonly RawBuilder<unknown>[] =>
  value === undefined ? [] : [sql`${sql.ref(column)} = ${value}`];

/** The condition that a text holds this one, upper and lower case alike; no character has a meaning of its own. */
export const contains = (column: string, part: string | undefined): readonly RawBuilder<unknown>[] =>
  part === undefined ? [] : [sql`position(lower(${part}) in lower(${sql.ref(column)})) > 0`];
