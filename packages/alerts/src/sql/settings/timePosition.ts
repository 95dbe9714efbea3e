import { sql, type RawBuilder } from 'kysely';
import { checkMoment, checkRowId, type Page, partsOf } from '@sluice/reading';

/** A row of a list in order of time and id, latest first. */
export interface Positioned {
  readonly id: string;
  /** The time of {@link positionTime}, to the microsecond. */
  readonly position: string;
}

/** Selects the time of a row for its position. */
export const positionTime = (column: RawBuilder<unknown>): RawBuilder<string> =>
  sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as position`;

/** Keyset predicate of a list by `time` and id, latest first. @throws PositionError */
export function isBehind(after: string | undefined, time: RawBuilder<unknown>): RawBuilder<boolean> {
  if (after === undefined) return sql`true`;
  const [moment = '', id = ''] = partsOf(after, /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z) ([0-9a-f-]{36})$/);
  checkMoment(`${moment.slice(0, 23)}Z`);
  return sql`(${time}, id) < (${moment}::timestamptz, ${checkRowId(id)}::uuid)`;
}

/** Returns the page of up to `limit + 1` rows. */
export function pageOf<Row extends Positioned, T>(
  rows: readonly Row[],
  limit: number,
  toResult: (row: Row) => T,
): Page<T> {
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  const next = last === undefined ? undefined : `${last.position} ${last.id}`;
  return { rows: shown.map(toResult), next, scannedToMs: undefined };
}
