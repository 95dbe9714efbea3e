import type { ISSUE_SORTS } from '@sluice/contract';
import { sql, type RawBuilder } from 'kysely';
import { checkMoment, checkRowId, partsOf } from '@sluice/reading';

/** One of {@link ISSUE_SORTS}. */
export type IssueSort = (typeof ISSUE_SORTS)[number];

/** How a list of issues is sorted: the greatest `value` first, ties by id. */
export interface IssueOrder {
  /** An indexed column of `issues` that changes rarely and is monotone in `value`. */
  readonly group: string;
  /** The column that is sorted by, in `issues` and among the counts of exceptions. */
  readonly value: string;
  readonly type: 'timestamptz' | 'int8';
  /** `group` of a value. */
  readonly groupOf: (value: RawBuilder<unknown>) => RawBuilder<unknown>;
}

const NEWEST: IssueOrder = { group: 'first_seen', value: 'first_seen', type: 'timestamptz', groupOf: (v) => v };
const MOST: IssueOrder = { group: 'count_class', value: 'count', type: 'int8', groupOf: (v) => sql`slow_class(${v})` };

/** The order of each sort by the totals of all time, which have no trend: by `count` instead. */
export const ISSUE_ORDERS: Readonly<Record<IssueSort, IssueOrder>> = {
  lastSeen: { group: 'last_seen_hour', value: 'last_seen', type: 'timestamptz', groupOf: (v) => sql`hour_of(${v})` },
  firstSeen: NEWEST,
  newest: NEWEST,
  count: MOST,
  users: { group: 'users_class', value: 'users', type: 'int8', groupOf: (v) => sql`slow_class(${v})` },
  trend: MOST,
};

/** The position of a row in an order. */
export interface IssuePlace {
  readonly id: string;
  /** The value that is sorted by. */
  readonly position: Date | string;
}

/** Returns the position of a row as text. */
export const positionOf = ({ id, position }: IssuePlace): string =>
  `${position instanceof Date ? position.toISOString() : position} ${id}`;

/** Parses the text of {@link positionOf} to SQL values. @throws PositionError for any other text */
export function placeOf(
  { type }: Pick<IssueOrder, 'type'>,
  position: string,
): { readonly at: RawBuilder<unknown>; readonly id: RawBuilder<unknown> } {
  const [text = '', id = ''] = partsOf(position, type === 'int8' ? /^(-?\d{1,18}) (.+)$/ : /^(\S+) (.+)$/);
  const value = type === 'int8' ? text : checkMoment(text);
  return { at: sql`${value}::${sql.raw(type)}`, id: sql`${checkRowId(id)}::uuid` };
}
