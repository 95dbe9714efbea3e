import {
  type Queryable,
  type Tx,
  isStillInvited,
  addMember,
  lockMembers,
  labelOf,
  USER_COLUMNS,
  userOf,
  type User,
} from '@sluice/db';
import { resetCredentials } from './credentials.js';
import { recordOwnChange } from './recordOwnChange.js';

/** A person at an OpenID Connect provider. */
interface Identity {
  readonly issuer: string;
  readonly subject: string;
}

/** Returns the user to whom a subject is linked. */
export async function findIdentity(db: Queryable, { issuer, subject }: Identity): Promise<User | undefined> {
  const row = await db.kysely
    .selectFrom('identities as i')
    .innerJoin('users as u', 'u.id', 'i.user_id')
    .select(USER_COLUMNS.map((column) => `u.${column}` as const))
    .where('i.issuer', '=', issuer)
    .where('i.subject', '=', subject)
    .executeTakeFirst();
  return row === undefined ? undefined : userOf(row);
}

/**
 * Links a subject to the user whose address it proved; all others are unlinked. If one of them is of the same provider, the address
 * has passed to another person there: then what the earlier one signs in with is removed, too. Call it after `proveAddress`.
 */
export async function linkIdentity(
  tx: Tx,
  user: Pick<User, 'id' | 'email' | 'name'>,
  { issuer, subject }: Identity,
  nowMs: number,
): Promise<void> {
  const unlinked = await tx.kysely
    .deleteFrom('identities')
    .where('user_id', '=', user.id)
    .where((eb) => eb.or([eb('issuer', '!=', issuer), eb('subject', '!=', subject)]))
    .returning('issuer')
    .execute();
  if (unlinked.some((one) => one.issuer === issuer)) await resetCredentials(tx, user, nowMs);
  const { numInsertedOrUpdatedRows: linked } = await tx.kysely
    .insertInto('identities')
    .values({ issuer, subject, user_id: user.id })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (linked === 0n) return;
  const actor = { kind: 'user', userId: user.id, label: labelOf(user) } as const;
  const before = { providers: unlinked.map((one) => one.issuer) };
  await recordOwnChange(tx, user, { action: 'member.identity', actor, before, after: { providers: [issuer] } });
}

/** Uses all pending invitations of a user's verified address. Returns to how many organizations they led. */
export async function acceptInvitations(tx: Tx, user: User, nowMs: number): Promise<number> {
  const now = new Date(nowMs);
  const pending = await pendingInvitations(tx, user.email, now).select('organization_id').execute();
  // Locked before the invitations, as in every change of members.
  await lockMembers(
    tx,
    pending.flatMap((row) => row.organization_id ?? []),
  );
  const rows = await tx.kysely
    .updateTable('links')
    .set({ used_at: now })
    .where('id', 'in', pendingInvitations(tx, user.email, now).select('id'))
    .where('used_at', 'is', null)
    .returning(['organization_id', 'role', 'inviter_id'])
    .execute();
  const actor = { kind: 'user', userId: user.id, label: labelOf(user) } as const;
  let joined = 0;
  for (const { organization_id: organizationId, role, inviter_id: inviterId } of rows) {
    if (organizationId === null || role === null) continue;
    if (!(await isStillInvited(tx, { organizationId, role, inviterId }))) continue;
    await addMember(tx, { organizationId, userId: user.id }, role, actor);
    joined += 1;
  }
  return joined;
}

const pendingInvitations = (tx: Tx, email: string, now: Date) =>
  tx.kysely
    .selectFrom('links')
    .where('email', '=', email)
    .where('purpose', '=', 'invitation')
    .where('used_at', 'is', null)
    .where('expires_at', '>', now);
