import { sql } from 'kysely';
import type { Queryable } from '@sluice/db';
import { checkName, partsOf, type Page, ofBars, ofBuckets, type Buckets, barAt } from '@sluice/reading';
import { toUser, USER_COLUMNS, type StoredUser, type UserRow } from './listUsers.js';

/** A project user with the exceptions of a range. */
type AffectedUser = StoredUser & { readonly exceptions: number };

/** Which users, and which page of them. */
interface AffectedUsersRequest {
  readonly environment?: string | undefined;
  /** Part of key, email, username or name. */
  readonly part?: string | undefined;
  readonly limit: number;
  readonly after: string | undefined;
}

/** Rows of `exception_counts` that are no user. */
const NO_USERS = sql`value <> '' and value <> '(other)'`;

/** At least so many different users: those of `(other)` may be among the others. */
const USERS = sql`count(distinct value) filter (where ${NO_USERS}) + coalesce(max(users) filter (where value = '(other)'), 0)`;

/** Users with exceptions in the range, the most exceptions first, ties by key. */
export async function listAffectedUsers(
  db: Queryable,
  projectId: string,
  buckets: Buckets,
  { environment, part, limit, after }: AffectedUsersRequest,
): Promise<Page<AffectedUser>> {
  const [count, key] = after === undefined ? [] : partsOf(after, /^(\d{1,15}) (.+)$/su);
  const rest =
    count === undefined || key === undefined
      ? sql`true`
      : sql`(c.exceptions, c.user_key) < (${count}::numeric, ${checkName(key)}::text collate "C")`;
  const { rows } = await sql<UserRow & { readonly exceptions: string }>`
    select ${sql.join(USER_COLUMNS.map((column) => sql.ref(`u.${column}`)))}, c.exceptions
    from (
      select value as user_key, sum(exceptions) as exceptions from exception_counts
      where ${ofBuckets({ projectId, dimension: 'user', environment }, buckets)} and ${NO_USERS} group by value) as c
    join project_users u on u.project_id = ${projectId} and u.user_key = c.user_key
    where ${rest}
      ${part === undefined ? sql`` : sql`and position(lower(${part}) in lower(concat_ws(' ', u.user_key, u.email, u.username, u.name))) > 0`}
    order by c.exceptions desc, c.user_key desc limit ${limit}`.execute(db.kysely);
  const last = rows.at(-1);
  const isFull = rows.length === limit && last !== undefined;
  return {
    rows: rows.map((row) => ({ ...toUser(row), exceptions: Number(row.exceptions) })),
    next: isFull ? `${last.exceptions} ${last.user_key}` : undefined,
    scannedToMs: undefined,
  };
}

/** Returns the exceptions that each of these users had in the range; a user without any is missing. */
export async function countUserExceptions(
  db: Queryable,
  projectId: string,
  buckets: Buckets & { readonly environment?: string | undefined },
  keys: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (keys.length === 0) return new Map();
  const { rows } = await sql<{ readonly key: string; readonly exceptions: string }>`
    select value as key, sum(exceptions) as exceptions from exception_counts
    where ${ofBuckets({ projectId, dimension: 'user', environment: buckets.environment }, buckets)} and value = any(${keys}::text[])
    group by value`.execute(db.kysely);
  return new Map(rows.map(({ key, exceptions }) => [key, Number(exceptions)]));
}

/** Exceptions and the users they affected. */
interface Impact {
  readonly exceptions: number;
  /** Exceptions without a user. */
  readonly withoutUser: number;
  /** At least so many different users: those of `(other)` may be counted already. */
  readonly users: number;
  /** Bars with exceptions, by their times. Users as in `users`. */
  readonly series: ReadonlyMap<number, { readonly exceptions: number; readonly users: number }>;
}

/** Returns how many users the exceptions of the range affected. */
export async function readImpact(
  db: Queryable,
  projectId: string,
  buckets: Buckets,
  environment: string | undefined,
): Promise<Impact> {
  const part = { projectId, dimension: 'user', environment };
  const [{ rows: points }, { rows: sums }] = await Promise.all([
    sql<{ readonly bar: number; readonly exceptions: string; readonly users: string }>`
      select ${barAt(sql`start`, buckets)} as bar, sum(exceptions) as exceptions, ${USERS} as users
      from exception_counts where ${ofBars(part, buckets)} group by 1`.execute(db.kysely),
    sql<{ readonly exceptions: string | null; readonly without_user: string | null; readonly users: string }>`
      select sum(exceptions) as exceptions, sum(exceptions) filter (where value = '') as without_user, ${USERS} as users
      from exception_counts where ${ofBuckets(part, buckets)}`.execute(db.kysely),
  ]);
  const series = new Map(
    points.map((row) => [
      buckets.times[row.bar - 1] ?? 0,
      { exceptions: Number(row.exceptions), users: Number(row.users) },
    ]),
  );
  const [total] = sums;
  return {
    exceptions: Number(total?.exceptions ?? 0),
    withoutUser: Number(total?.without_user ?? 0),
    users: Number(total?.users ?? 0),
    series,
  };
}
