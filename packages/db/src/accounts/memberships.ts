import { includesRole, type Actor, type Role } from '@sluice/contract';
import { sql } from 'kysely';
import type { Database, Queryable } from '../connection/createDatabase.js';
import { inTransaction, type Tx } from '../connection/inTransaction.js';
import { writeAudit } from '../audit/writeAudit.js';
import { markDeparted, unmarkDeparted } from './departures.js';
import { found, TenancyError } from '../tenancyError.js';
import { endInvitationsOf } from './inviters.js';
import { assertOwnerRemains, lockMembers } from './owners.js';
import { revokeTokensOf } from './revokeTokensOf.js';
import { USER_COLUMNS, userOf, type User } from './user.js';

/** A user's role in an organization. */
interface Membership {
  readonly organizationId: string;
  /** The organization's slug. */
  readonly organization: string;
  readonly role: Role;
}

/** A member of an organization. */
export interface Member extends User {
  readonly role: Role;
  readonly joinedAt: Date;
  /** When the user last used a session; null if never. */
  readonly lastSeenAt: Date | null;
}

/** Who changes a membership, and whether the last owner may go. */
interface MemberChange {
  readonly actor: Actor;
  /** The highest role that the actor may give or take; undefined: any. */
  readonly upTo?: Role;
  /** Leaves an organization without an owner if need be. Operators only. */
  readonly force?: boolean;
}

/** Names one member. */
export interface MemberRef {
  readonly organizationId: string;
  readonly userId: string;
}

/** Returns the role of a user in an organization, by its slug; `undefined` if the user is no member. */
export async function findMembership(
  db: Queryable,
  userId: string,
  organization: string,
): Promise<Membership | undefined> {
  const row = await db.kysely
    .selectFrom('memberships as m')
    .innerJoin('organizations as o', 'o.id', 'm.organization_id')
    .select(['o.id', 'o.slug', 'm.role'])
    .where('m.user_id', '=', userId)
    .where('o.slug', '=', organization)
    .executeTakeFirst();
  return row === undefined ? undefined : { organizationId: row.id, organization: row.slug, role: row.role };
}

/** Returns the organizations of a user by slug, with their projects by slug, at most 1,000 organizations. */
export async function listMemberships(
  db: Queryable,
  userId: string,
): Promise<readonly (Membership & { readonly projects: readonly string[] })[]> {
  const rows = await db.kysely
    .selectFrom('memberships as m')
    .innerJoin('organizations as o', 'o.id', 'm.organization_id')
    .select(['o.id', 'o.slug', 'm.role'])
    .select(
      sql<string[]>`array(select p.slug from projects p
        where p.organization_id = o.id and p.deleted_at is null order by p.slug limit 1000)`.as('projects'),
    )
    .where('m.user_id', '=', userId)
    .orderBy('o.slug')
    .limit(1_000)
    .execute();
  return rows.map(({ id, slug, role, projects }) => ({ organizationId: id, organization: slug, role, projects }));
}

/** Returns members of an organization in the order of their ids, after the id `after`, at most `limit`. */
export async function listMembers(
  db: Queryable,
  organizationId: string,
  { limit, after }: { readonly limit: number; readonly after: string | undefined },
): Promise<readonly Member[]> {
  const rows = await db.kysely
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(USER_COLUMNS.map((column) => `u.${column}` as const))
    .select(['m.role', 'm.created_at as joined_at'])
    .select(sql<Date | null>`(select max(s.last_used_at) from sessions s where s.user_id = u.id)`.as('last_seen_at'))
    .where('m.organization_id', '=', organizationId)
    .where('u.id', '>', after ?? '0')
    .orderBy('u.id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    ...userOf(row),
    role: row.role,
    joinedAt: row.joined_at,
    lastSeenAt: row.last_seen_at,
  }));
}

/** Adds a user to an organization, or raises a lower role; a higher role stays. */
export async function addMember(
  tx: Tx,
  { organizationId, userId }: MemberRef,
  role: Role,
  actor: Actor,
): Promise<void> {
  await lockMembers(tx, [organizationId]);
  const member = await findMember(tx, { organizationId, userId });
  if (member.role !== null && includesRole(member.role, role)) return;
  await tx.kysely
    .insertInto('memberships')
    .values({ organization_id: organizationId, user_id: userId, role })
    .onConflict((conflict) => conflict.columns(['organization_id', 'user_id']).doUpdateSet({ role }))
    .execute();
  if (member.role === null) await unmarkDeparted(tx, { organizationIds: [organizationId], userId });
  await writeAudit(tx, {
    organizationId,
    actor,
    target: member.email,
    after: { role },
    ...(member.role === null
      ? { action: 'member.add' as const }
      : { action: 'member.role' as const, before: { role: member.role } }),
  });
}

/** Changes the role of a member; pending invitations that the new role may not make end. @throws TenancyError `not_found`, `forbidden`, or `last_owner` */
export function changeRole(db: Database, ref: MemberRef, role: Role, change: MemberChange): Promise<void> {
  return inTransaction(db, async (tx) => {
    const { organizationId, userId } = ref;
    await lockMembers(tx, [organizationId]);
    const member = await getMember(tx, ref);
    assertMay(change, member.role, role);
    if (member.role === role) return;
    await tx.kysely
      .updateTable('memberships')
      .set({ role })
      .where('organization_id', '=', organizationId)
      .where('user_id', '=', userId)
      .execute();
    if (member.role === 'owner' && change.force !== true) await assertOwnerRemains(tx, [organizationId]);
    await writeAudit(tx, {
      organizationId,
      actor: change.actor,
      action: 'member.role',
      target: member.email,
      before: { role: member.role },
      after: { role },
    });
    await endInvitationsOf(tx, ref, role, change.actor);
  });
}

/**
 * Ends a membership, and with it the user's tokens of the organization, the pending invitations that the user made, and the
 * assignment of issues to the user.
 * @throws TenancyError `not_found`, `forbidden`, or `last_owner`
 */
export function removeMember(db: Database, ref: MemberRef, change: MemberChange): Promise<void> {
  return inTransaction(db, async (tx) => {
    const { organizationId, userId } = ref;
    await lockMembers(tx, [organizationId]);
    const member = await getMember(tx, ref);
    assertMay(change, member.role, member.role);
    await tx.kysely
      .deleteFrom('memberships')
      .where('organization_id', '=', organizationId)
      .where('user_id', '=', userId)
      .execute();
    if (member.role === 'owner' && change.force !== true) await assertOwnerRemains(tx, [organizationId]);
    await writeAudit(tx, {
      organizationId,
      actor: change.actor,
      action: 'member.remove',
      target: member.email,
      before: { role: member.role },
    });
    await revokeTokensOf(tx, ref, change.actor);
    await endInvitationsOf(tx, ref, undefined, change.actor);
    await markDeparted(tx, { organizationIds: [organizationId], userId });
  });
}

function assertMay({ upTo }: MemberChange, ...roles: readonly Role[]): void {
  const above = upTo === undefined ? undefined : roles.find((role) => !includesRole(upTo, role));
  if (above !== undefined)
    throw new TenancyError('forbidden', `the role ${upTo ?? ''} may not give or take the role ${above}`);
}

async function getMember(tx: Tx, ref: MemberRef): Promise<{ readonly email: string; readonly role: Role }> {
  const { email, role } = await findMember(tx, ref);
  return { email, role: found(role ?? undefined, 'there is no such member') };
}

/** Returns a user and their role in an organization, if any. @throws TenancyError `not_found` if there is no such user */
async function findMember(
  tx: Tx,
  { organizationId, userId }: MemberRef,
): Promise<{ readonly email: string; readonly role: Role | null }> {
  const row = await tx.kysely
    .selectFrom('users as u')
    .leftJoin('memberships as m', (join) =>
      join.onRef('m.user_id', '=', 'u.id').on('m.organization_id', '=', organizationId),
    )
    .select(['u.email', 'm.role'])
    .where('u.id', '=', userId)
    .executeTakeFirst();
  return found(row, 'there is no such member');
}
