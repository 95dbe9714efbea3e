import type { Audience } from '@sluice/contract';
import { sql } from 'kysely';
import type { IssueFacts } from '../../alertMessage.js';
import { type Database, inTransaction, OTHER, type Queryable, organizationOfWhole } from '@sluice/db';

/** What is stored about an issue that a message reports. The culprit is as sent: a message shows it if source maps do not resolve it. */
export interface AlertedIssue extends Omit<IssueFacts, 'sourceLine' | 'environment' | 'assignee'> {
  readonly title: string;
  readonly assigneeId: string | null;
  readonly latestEventId: string;
  /** Whether it collects the exceptions beyond the limit of new issues, whatever its title. */
  readonly isOther: boolean;
}

/** Returns the issues of a project by id; those that it does not have are left out. */
export async function readAlertedIssues(
  db: Queryable,
  projectId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, AlertedIssue>> {
  if (ids.length === 0) return new Map();
  const rows = await db.kysely
    .selectFrom('issues')
    .select(['id', 'title', 'level', 'count', 'users', 'culprit'])
    .select(['first_release as firstRelease', 'last_release as lastRelease'])
    .select(['assignee_id as assigneeId', 'last_event_id as latestEventId'])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('issue_hashes as h')
            .select('h.hash')
            .whereRef('h.project_id', '=', 'issues.project_id')
            .whereRef('h.issue_id', '=', 'issues.id')
            .where('h.hash', '=', OTHER),
        )
        .as('isOther'),
    )
    .where('project_id', '=', projectId)
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return new Map(
    rows.map(({ count, users, isOther, ...row }) => [
      row.id,
      { ...row, events: Number(count), users: Number(users), isOther: isOther === true },
    ]),
  );
}

/** Slugs of what an alert concerns. */
export interface AlertPlace {
  readonly organizationId: string;
  readonly organization: string;
  /** `null`: the whole organization. */
  readonly project: string | null;
  /** Whether the project is deleted: only what ended with it is reported. */
  readonly isDeleted: boolean;
}

/**
 * Returns the slugs of an organization and its project; `undefined` if either was erased.
 * @param projectId a project, or `wholeOrganization`
 */
export async function readAlertPlace(db: Queryable, projectId: string): Promise<AlertPlace | undefined> {
  const whole = organizationOfWhole(projectId);
  const query =
    whole !== undefined
      ? sql<AlertPlaceRow>`
        select o.id, o.slug, null as project, false as is_deleted from organizations o
        where o.id = ${whole}::int8 and ${IS_KEPT}`
      : sql<AlertPlaceRow>`
        select o.id, o.slug, p.slug as project, p.deleted_at is not null as is_deleted
        from projects p join organizations o on o.id = p.organization_id
        where p.id = ${projectId}::int8 and ${IS_KEPT}`;
  const { rows } = await query.execute(db.kysely);
  const [row] = rows;
  return row && { organizationId: row.id, organization: row.slug, project: row.project, isDeleted: row.is_deleted };
}

const IS_KEPT = sql`not exists (select from organization_erasures e where e.organization_id = o.id)`;

interface AlertPlaceRow {
  readonly id: string;
  readonly slug: string;
  readonly project: string | null;
  readonly is_deleted: boolean;
}

/** A member who receives an alert. */
export interface AlertRecipient {
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  /**
   * What the member chose for the project, or for all; default `mail`. `none` is left out. `inbox` if nobody has proven that the address
   * is the member's: it may be somebody else's.
   */
  readonly channel: 'mail' | 'inbox';
}

/** Whom to ask for. */
interface RecipientQuery {
  readonly organizationId: string;
  /** A project, or `wholeOrganization`. */
  readonly projectId: string;
  readonly audience: Audience;
  /** For the audience `assignee`. */
  readonly assigneeIds: readonly string[];
}

const ROLES_OF: Readonly<Record<Exclude<Audience, 'assignee'>, readonly string[]>> = {
  owners: ['owner'],
  admins: ['owner', 'admin'],
  members: ['owner', 'admin', 'member', 'viewer'],
};

/** Returns the enabled members of an audience who want alerts of the project, in the order of their ids. */
export async function readRecipients(
  db: Queryable,
  { organizationId, projectId, audience, assigneeIds }: RecipientQuery,
): Promise<readonly AlertRecipient[]> {
  const isInAudience =
    audience === 'assignee'
      ? sql<boolean>`m.user_id = any(${[...assigneeIds]}::int8[])`
      : sql<boolean>`m.role = any(${[...ROLES_OF[audience]]}::text[])`;
  const { rows } = await sql<RecipientRow>`
    select u.id, u.email, u.name, u.email_verified_at is not null as is_proven,
      coalesce(
        (select s.channel from alert_subscriptions s where s.organization_id = m.organization_id
           and s.user_id = m.user_id and s.project_id = ${projectId}::int8),
        (select s.channel from alert_subscriptions s where s.organization_id = m.organization_id
           and s.user_id = m.user_id and s.project_id = 0), 'mail') as channel
    from memberships m join users u on u.id = m.user_id
    where m.organization_id = ${organizationId}::int8 and u.disabled_at is null and ${isInAudience}
    order by u.id`.execute(db.kysely);
  return rows.flatMap(({ id, email, name, channel, is_proven: isProven }) =>
    channel === 'none' ? [] : [{ userId: id, email, name, channel: isProven ? channel : 'inbox' }],
  );
}

interface RecipientRow {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly channel: 'mail' | 'inbox' | 'none';
  readonly is_proven: boolean;
}

/** A message for the inbox of members. */
interface InboxMessage {
  readonly organizationId: string;
  readonly projectId: string;
  /** Id of the delivery: a message is added once. */
  readonly id: string;
  /** An `AlertMessage` of `@sluice/alerts`. */
  readonly message: object;
}

/** Adds a message to the inbox of these members, unless they have it. */
export async function addToInbox(db: Queryable, userIds: readonly string[], message: InboxMessage): Promise<void> {
  if (userIds.length === 0) return;
  await sql`
    insert into alert_inbox (organization_id, user_id, id, project_id, message)
    select ${message.organizationId}::int8, n.id, ${message.id}::uuid, ${message.projectId}::int8,
      ${JSON.stringify(message.message)}::jsonb
    from unnest(${[...userIds]}::int8[]) as n(id)
    on conflict do nothing`.execute(db.kysely);
}

/**
 * Adds the message of an attempt, unless another one has begun: the delivery is locked meanwhile, so that an erasure masks what is
 * added, or keeps it from being added.
 */
export const addDeliveryToInbox = (
  db: Database,
  userIds: readonly string[],
  { attempt, ...message }: InboxMessage & { readonly attempt: number },
): Promise<void> =>
  inTransaction(db, async (tx) => {
    const { rows } = await sql`
      select 1 from alert_deliveries
      where project_id = ${message.projectId}::int8 and id = ${message.id}::uuid and attempts = ${attempt}
      for share`.execute(tx.kysely);
    if (rows.length > 0) await addToInbox(tx, userIds, message);
  });

/** Returns the names of users, or their addresses if they have none, by id. */
export async function readMemberNames(db: Queryable, userIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (userIds.length === 0) return new Map();
  const { rows } = await sql<{ id: string; name: string }>`
    select id, case when name = '' then email else name end as name from users
    where id = any(${[...userIds]}::int8[])`.execute(db.kysely);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
