import type { Queryable } from '../connection/createDatabase.js';
import type { Tx } from '../connection/inTransaction.js';
import { USER_COLUMNS, userOf, type User } from './user.js';

/** What a user proves their identity with. */
export interface Credentials {
  readonly user: User;
  /** Argon2id in PHC format; null: no password. */
  readonly passwordHash: string | null;
  /** Base32; null unless it is confirmed. */
  readonly totpSecret: string | null;
  /** Digests of the unused recovery codes. */
  readonly recoveryDigests: readonly Buffer[];
}

/** Returns the credentials of a user who is not disabled; `undefined` if there is none. */
export async function findCredentials(
  db: Queryable,
  by: { readonly email: string } | { readonly userId: string },
): Promise<Credentials | undefined> {
  const [column, value] = 'email' in by ? (['email', by.email] as const) : (['id', by.userId] as const);
  const row = await db.kysely
    .selectFrom('users')
    .select([...USER_COLUMNS, 'totp_secret', 'recovery_digests'])
    .where(column, '=', value)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return {
    user: userOf(row),
    passwordHash: row.password_hash,
    totpSecret: row.totp_confirmed_at === null ? null : row.totp_secret,
    recoveryDigests: row.recovery_digests,
  };
}

/** Sets a user's password, or removes it. @param passwordHash argon2id in PHC format */
export async function setPasswordHash(db: Queryable, userId: string, passwordHash: string | null): Promise<void> {
  await db.kysely.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', userId).execute();
}

/** Removes password, one-time codes, identities and tokens of a user, and ends their sessions: someone else may have them. */
export async function resetCredentials(tx: Tx, userId: string, nowMs: number): Promise<void> {
  await tx.kysely
    .updateTable('users')
    .set({ password_hash: null, totp_secret: null, totp_confirmed_at: null, recovery_digests: [] })
    .where('id', '=', userId)
    .execute();
  await tx.kysely.deleteFrom('identities').where('user_id', '=', userId).execute();
  const now = new Date(nowMs);
  await tx.kysely
    .updateTable('sessions')
    .set({ ended_at: now })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .execute();
  await tx.kysely
    .updateTable('tokens')
    .set({ revoked_at: now })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .execute();
}
