import { sql, type RawBuilder } from 'kysely';
import type { Queryable } from '@sluice/db';
import type { Page } from '../page.js';

/** A list whose conditions no index supports: it looks at a bounded number of rows for each page. */
interface PageScan<Row> {
  /** A query of the rows after the position of the page, in order, at most `most`. It is called `s` where the others refer to it. */
  readonly candidates: RawBuilder<unknown>;
  readonly most: number;
  /** Which candidates are in the list. */
  readonly conditions: readonly RawBuilder<unknown>[];
  /** `order by`: the order of the candidates again, so that the scan ends with the page. */
  readonly inOrder: RawBuilder<unknown>;
  readonly limit: number;
  readonly positionOf: (row: Row) => string;
  /** Up to where a page looked that ended early; `undefined` if the order is not by time. */
  readonly timeOf: (row: Row) => Date | undefined;
}

/** Returns a page of the candidates that meet the conditions. If it ends early, it continues after the last candidate. */
export async function scanPage<Row>(db: Queryable, scan: PageScan<Row>): Promise<Page<Row>> {
  const { candidates, most, conditions, inOrder, limit, positionOf, timeOf } = scan;
  const { rows } = await sql<Row>`
    select s.* from (${candidates}) as s where ${sql.join([sql`true`, ...conditions], sql` and `)}
    ${inOrder} limit ${limit}`.execute(db.kysely);
  const last = rows.at(-1);
  if (rows.length === limit && last !== undefined) {
    return { rows, next: positionOf(last), scannedToMs: undefined };
  }
  const bound = await sql<Row>`
    select s.* from (${candidates}) as s ${inOrder} limit 1 offset ${most - 1}`.execute(db.kysely);
  const [end] = bound.rows;
  if (end === undefined) return { rows, next: undefined, scannedToMs: undefined };
  return { rows, next: positionOf(end), scannedToMs: timeOf(end)?.getTime() };
}
