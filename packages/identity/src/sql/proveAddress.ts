import { sql } from 'kysely';
import { type Tx, found, type User } from '@sluice/db';
import { resetCredentials } from './credentials.js';

/**
 * Records that a person receives mail at a user's address. Invariant: no credential of a user is older than the first proof of the
 * address. Whoever made the account, or changed its address, may be someone else; so an account whose address was never proven loses
 * its password, one-time codes, identities, tokens and sessions. Returns whether it did. The row stays locked until the transaction
 * ends, so that the address cannot change in between.
 * @throws TenancyError `not_found` if the user has another address by now, or is disabled
 */
export async function proveAddress(tx: Tx, user: Pick<User, 'id' | 'email' | 'name'>, nowMs: number): Promise<boolean> {
  const { id, email } = user;
  const row = await tx.kysely
    .selectFrom('users')
    .select('email_verified_at')
    .where('id', '=', id)
    .where('email', '=', email)
    .where('disabled_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (found(row, `there is no user ${email}`).email_verified_at !== null) return false;
  await resetCredentials(tx, user, nowMs);
  await markVerified(tx, { id, email });
  return true;
}

/** Marks an address as verified. The same person must have signed in and received mail there; otherwise see {@link proveAddress}. */
export async function markVerified(tx: Tx, { id, email }: Pick<User, 'id' | 'email'>): Promise<void> {
  await tx.kysely
    .updateTable('users')
    .set({ email_verified_at: sql<Date>`coalesce(email_verified_at, now())` })
    .where('id', '=', id)
    // The address may have changed in the meantime: another one is not proven.
    .where('email', '=', email)
    .execute();
}
