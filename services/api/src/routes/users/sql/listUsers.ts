import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { Queryable, Schema } from '@sluice/db';
import { type Page, type PageRequest, checkMoment, checkName, partsOf, scanPage } from '@sluice/reading';

/** A project user. */
export interface StoredUser {
  /** The identity within the project: `id:42`, `email:a@b.c`. */
  readonly key: string;
  readonly id: string | null;
  readonly email: string | null;
  readonly username: string | null;
  readonly name: string | null;
  readonly ip: string | null;
  readonly firstSeen: Date;
  readonly lastSeen: Date;
}

/** Users looked at for one page. */
const USER_SCAN = 10_000;

/** Columns of a {@link StoredUser}. */
export const USER_COLUMNS = ['user_key', 'id', 'email', 'username', 'name', 'ip', 'first_seen', 'last_seen'] as const;

/** A row of {@link USER_COLUMNS}. */
export type UserRow = Pick<Selectable<Schema['project_users']>, (typeof USER_COLUMNS)[number]>;

/** A row's user. */
export const toUser = (row: UserRow): StoredUser => ({
  key: row.user_key,
  id: row.id,
  email: row.email,
  username: row.username,
  name: row.name,
  ip: row.ip,
  firstSeen: row.first_seen,
  lastSeen: row.last_seen,
});

/**
 * Project users by when they were last seen, the latest first, ties by key. The page's range is about when they were seen: last at
 * `fromMs` or later, first before `toMs`. Looks at {@link USER_SCAN} users a page. @param part of key, email, username or name
 */
export async function listUsers(
  db: Queryable,
  projectId: string,
  page: PageRequest,
  part?: string,
): Promise<Page<StoredUser>> {
  const from = new Date(page.fromMs).toISOString();
  const inOrder = sql`order by last_seen_hour desc, last_seen desc, user_key desc`;
  const { rows, ...rest } = await scanPage<UserRow>(db, {
    candidates: sql`
      select ${sql.join(USER_COLUMNS.map((column) => sql.ref(column)))}, last_seen_hour from project_users
      where project_id = ${projectId} and last_seen_hour >= hour_of(${from}::timestamptz) and ${after(page.after)}
      ${inOrder} limit ${USER_SCAN}`,
    most: USER_SCAN,
    conditions: [
      sql`last_seen >= ${from}::timestamptz and first_seen < ${new Date(page.toMs).toISOString()}::timestamptz`,
      ...(part === undefined
        ? []
        : [sql`position(lower(${part}) in lower(concat_ws(' ', user_key, email, username, name))) > 0`]),
    ],
    inOrder,
    limit: page.limit,
    positionOf,
    timeOf: (user) => user.last_seen,
  });
  return { rows: rows.map(toUser), ...rest };
}

const positionOf = ({ last_seen, user_key }: UserRow): string => `${last_seen.toISOString()} ${user_key}`;

/** Keyset predicate of a page. @throws PositionError if this list did not write the position */
function after(position: string | undefined): RawBuilder<unknown> {
  if (position === undefined) return sql`true`;
  const [time = '', key = ''] = partsOf(position, /^(\S+) (.+)$/su);
  const at = sql`${checkMoment(time)}::timestamptz`;
  return sql`last_seen_hour <= hour_of(${at}) and (last_seen, user_key) < (${at}, ${checkName(key)}::text collate "C")`;
}
