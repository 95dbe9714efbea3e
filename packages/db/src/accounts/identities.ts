import type { Queryable } from '../connection/createDatabase.js';
import type { Tx } from '../connection/inTransaction.js';
import { resetCredentials } from './credentials.js';
import { addMember } from './memberships.js';
import { labelOf, USER_COLUMNS, userOf, type User } from './user.js';

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
  userId: string,
  { issuer, subject }: Identity,
  nowMs: number,
): Promise<void> {
  const unlinked = await tx.kysely
    .deleteFrom('identities')
    .where('user_id', '=', userId)
    .where((eb) => eb.or([eb('issuer', '!=', issuer), eb('subject', '!=', subject)]))
    .returning('issuer')
    .execute();
  if (unlinked.some((one) => one.issuer === issuer)) await resetCredentials(tx, userId, nowMs);
  await tx.kysely
    .insertInto('identities')
    .values({ issuer, subject, user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Uses all pending invitations of a user's verified address. Returns how many. */
export async function acceptInvitations(tx: Tx, user: User, nowMs: number): Promise<number> {
  const now = new Date(nowMs);
  const rows = await tx.kysely
    .updateTable('links')
    .set({ used_at: now })
    .where('email', '=', user.email)
    .where('purpose', '=', 'invitation')
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['organization_id', 'role'])
    .execute();
  const actor = { kind: 'user', userId: user.id, label: labelOf(user) } as const;
  for (const { organization_id: organizationId, role } of rows) {
    if (organizationId !== null && role !== null) {
      await addMember(tx, { organizationId, userId: user.id }, role, actor);
    }
  }
  return rows.length;
}
