import { MOST_UNREAD } from '@sluice/contract';
import { sql } from 'kysely';
import type { Queryable } from '@sluice/db';
import type { Page } from '@sluice/reading';
import type { AlertMessage } from '../../alertMessage.js';
import { readProjectSlugs } from './organizationProjects.js';
import type { MemberKey } from './subscriptions.js';
import { isBehind, pageOf, positionTime, type Positioned } from './timePosition.js';

/** A message in the inbox of a member. */
export interface InboxItem {
  readonly id: string;
  /** Slug; `null` if it concerns the whole organization, or the project is deleted. */
  readonly project: string | null;
  readonly message: AlertMessage;
  readonly createdAt: Date;
  readonly readAt: Date | null;
}

/** Which messages are listed. */
interface InboxFilter {
  readonly limit: number;
  /** `next` of the previous page. */
  readonly after: string | undefined;
  readonly unreadOnly: boolean;
}

const ofMember = ({ organizationId, userId }: MemberKey) =>
  sql`organization_id = ${organizationId}::int8 and user_id = ${userId}::int8`;

/** Returns messages to a member, latest first. @throws PositionError */
export async function listInbox(db: Queryable, member: MemberKey, filter: InboxFilter): Promise<Page<InboxItem>> {
  const { limit, after, unreadOnly } = filter;
  const { rows } = await sql<Omit<InboxItem, 'project'> & Positioned & { readonly projectId: string }>`
    select id, project_id as "projectId", message, created_at as "createdAt", read_at as "readAt",
      ${positionTime(sql`created_at`)}
    from alert_inbox
    where ${ofMember(member)} and ${isBehind(after, sql`created_at`)} and ${unreadOnly ? sql`read_at is null` : sql`true`}
    order by created_at desc, id desc limit ${limit + 1}`.execute(db.kysely);
  const slugs = await readProjectSlugs(db, member.organizationId);
  return pageOf(rows, limit, ({ id, projectId, message, createdAt, readAt }) => ({
    id,
    message,
    createdAt,
    readAt,
    project: slugs.get(projectId) ?? null,
  }));
}

/** Returns how many messages a member has not read, at most {@link MOST_UNREAD}. */
export async function countUnread(db: Queryable, member: MemberKey): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int4 as count from (
      select 1 from alert_inbox where ${ofMember(member)} and read_at is null limit ${MOST_UNREAD}) unread
  `.execute(db.kysely);
  return rows[0]?.count ?? 0;
}

/** Marks messages of a member as read. @param ids `undefined`: all of them */
export async function markRead(db: Queryable, member: MemberKey, ids: readonly string[] | undefined): Promise<void> {
  const chosen = ids === undefined ? sql`true` : sql`id = any(${[...ids]}::uuid[])`;
  await sql`
    update alert_inbox set read_at = now() where ${ofMember(member)} and read_at is null and ${chosen}
  `.execute(db.kysely);
}
