import { lowestIdAt } from '@sluice/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Queryable, EventTableName } from '@sluice/db';
import type { PageRequest } from '../page.js';
import { checkAfter, checkEventId } from '../position.js';

/** Rows of an event table that are scanned for one page if no index serves the filter. */
export const ARRIVAL_SCAN = 20_000;

/**
 * The condition that an event is of the project and in the page's range, after the previous page. The primary key serves it.
 * @throws PositionError if `after` is not an event id
 */
export const withinPage = (projectId: string, page: PageRequest): RawBuilder<unknown> => {
  const before = checkAfter(page.after, checkEventId) ?? lowestIdAt(page.toMs);
  return sql`project_id = ${projectId} and id < ${before} and id >= ${lowestIdAt(page.fromMs)}`;
};

/**
 * The rows that a list scans: the newest {@link ARRIVAL_SCAN} of `within`, or all of `indexed` ({@link ifSelective}).
 * `offset 0` keeps the planner from scanning the primary key backwards instead.
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

/** Returns the id at which a scan of {@link ARRIVAL_SCAN} rows ends; `undefined` if there are fewer rows. Index-only. */
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

/**
 * Returns the condition if an index finds at most {@link ARRIVAL_SCAN} rows with it; `undefined` if there are more, because clients
 * choose their trace ids: then a list scans in order of arrival instead.
 */
export async function ifSelective(
  db: Queryable,
  table: EventTableName,
  within: RawBuilder<unknown>,
  indexed: RawBuilder<unknown> | undefined,
): Promise<RawBuilder<unknown> | undefined> {
  if (indexed === undefined) return undefined;
  const { rows } = await sql`
    select from (select from ${sql.table(table)} where ${within} and ${indexed} limit ${ARRIVAL_SCAN + 1}) as found
    limit 1 offset ${ARRIVAL_SCAN}`.execute(db.kysely);
  return rows.length === 0 ? indexed : undefined;
}

/** The condition that a column has this value; none without a value. */
export const equals = (column: string, value: string | undefined): readonly RawBuilder<unknown>[] =>
  value === undefined ? [] : [sql`${sql.ref(column)} = ${value}`];

/** The condition that a column contains this text literally, case-insensitive; none without a text. */
export const contains = (column: string, part: string | undefined): readonly RawBuilder<unknown>[] =>
  part === undefined ? [] : [sql`position(lower(${part}) in lower(${sql.ref(column)})) > 0`];
