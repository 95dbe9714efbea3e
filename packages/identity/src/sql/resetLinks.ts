import { type Database, inTransaction, type User, lockUser } from '@sluice/db';
import { createLink } from './links.js';

/** Mailed reset links of a user that can be open at the same time. */
const MAX_OPEN = 5;

/**
 * Creates a link for a mail that resets the password of a user; `undefined` if five are open already, in mails of the last hour.
 * Earlier ones stay valid: anyone may ask for a mail, and must not end the link that the user has.
 */
export function createResetLink(
  db: Database,
  { id: userId, email }: Pick<User, 'id' | 'email'>,
  { nowMs, lifetimeMs }: { readonly nowMs: number; readonly lifetimeMs: number },
): Promise<{ readonly id: string; readonly secret: string } | undefined> {
  return inTransaction(db, async (tx) => {
    // Concurrent requests would count the same links.
    await lockUser(tx, userId);
    const open = await tx.kysely
      .selectFrom('links')
      .select('id')
      .where('email', '=', email)
      .where('purpose', '=', 'password_reset')
      .where('is_mailed', '=', true)
      .where('used_at', 'is', null)
      .where('expires_at', '>', new Date(nowMs))
      .limit(MAX_OPEN)
      .execute();
    if (open.length >= MAX_OPEN) return undefined;
    const made = { purpose: 'password_reset', email, isMailed: true, createdBy: email, nowMs, lifetimeMs } as const;
    return createLink(tx, made);
  });
}

/** Ends a link whose mail was not sent, so that it does not count as open. */
export async function endUnsentLink({ kysely }: Database, id: string, nowMs: number): Promise<void> {
  await kysely
    .updateTable('links')
    .set({ used_at: new Date(nowMs) })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .execute();
}
