import { sql } from 'kysely';
import type { Queryable } from '@sluice/db';
import { toUser, USER_COLUMNS, type StoredUser } from './listUsers.js';

/** An issue that a user met. */
interface UserIssue {
  readonly id: string;
  readonly title: string;
  readonly lastSeen: Date;
}

/** A project user with the issues they met, the latest first, at most 100. */
export type UserDetail = StoredUser & { readonly issues: readonly UserIssue[] };

const MAX_ISSUES = 100;
/** Meetings that are looked at. */
const HASH_SCAN = 2_000;

/** Returns one project user; `undefined` if the project has none with this key. */
export async function readUser(db: Queryable, projectId: string, key: string): Promise<UserDetail | undefined> {
  const row = await db.kysely
    .selectFrom('project_users')
    .select(USER_COLUMNS)
    .where('project_id', '=', projectId)
    .where('user_key', '=', key)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { rows } = await sql<{ id: string; title: string; last_seen: Date }>`
    select distinct i.id, i.title, i.last_seen
    from (select hash from issue_users where project_id = ${projectId} and user_key = ${key} limit ${HASH_SCAN}) as m
    join issue_hashes h on h.project_id = ${projectId} and h.hash = m.hash
    join issues i on i.project_id = ${projectId} and i.id = h.issue_id
    order by i.last_seen desc, i.id limit ${MAX_ISSUES}`.execute(db.kysely);
  return {
    ...toUser(row),
    issues: rows.map(({ id, title, last_seen }) => ({ id, title, lastSeen: last_seen })),
  };
}
