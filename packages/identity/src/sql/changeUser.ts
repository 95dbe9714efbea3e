import type { Actor } from '@sluice/contract';
import {
  type Database,
  inTransaction,
  type Tx,
  creating,
  normalizeEmail,
  endSessions,
  USER_COLUMNS,
  userOf,
  type User,
  getUserById,
  lockUser,
  normalizeName,
} from '@sluice/db';
import { endSignInLinks } from './links.js';
import { recordOwnChange } from './recordOwnChange.js';

/** A change of a user's name or email address. */
interface UserChange {
  readonly name?: string | undefined;
  readonly email?: string | undefined;
  readonly actor: Actor;
  /** The session that stays open if the email address changes. */
  readonly sessionId: string;
  readonly nowMs: number;
}

/**
 * Changes a user's name or email address, with a record in the audit log of each of the user's organizations. Another address is
 * unverified; all other sessions and the links that were sent to the old one end with it. @throws TenancyError `exists` or `invalid`
 */
export function changeUser(
  db: Database,
  id: string,
  { actor, sessionId, nowMs, ...change }: UserChange,
): Promise<User> {
  return inTransaction(db, async (tx) => {
    // Otherwise a concurrent change and its proof could verify the address of this one.
    await lockUser(tx, id);
    const before = await getUserById(tx, id);
    const email = change.email === undefined ? before.email : normalizeEmail(change.email);
    const name = change.name === undefined ? before.name : normalizeName(change.name);
    const isOtherEmail = email !== before.email;
    if (!isOtherEmail && name === before.name) return before;
    const row = await creating(
      tx.kysely
        .updateTable('users')
        .set({ name, email, ...(isOtherEmail ? { email_verified_at: null } : {}) })
        .where('id', '=', id)
        .returning(USER_COLUMNS)
        .executeTakeFirstOrThrow(),
      `there is a user ${email} already`,
    );
    if (isOtherEmail) {
      await endSessions(tx, id, { allBut: sessionId }, nowMs);
      await endSignInLinks(tx, before.email);
    }
    await recordChange(tx, before, { name, email, actor });
    return userOf(row);
  });
}

async function recordChange(
  tx: Tx,
  before: User,
  { name, email, actor }: Pick<User, 'name' | 'email'> & { readonly actor: Actor },
): Promise<void> {
  const changed = {
    before: {
      ...(name === before.name ? {} : { name: before.name }),
      ...(email === before.email ? {} : { email: before.email }),
    },
    after: { ...(name === before.name ? {} : { name }), ...(email === before.email ? {} : { email }) },
  };
  await recordOwnChange(tx, { id: before.id, email }, { action: 'member.change', actor, ...changed });
}
