import { sql } from 'kysely';
import {
  type Queryable,
  type Tx,
  revokeTokensOf,
  endSessions,
  labelOf,
  USER_COLUMNS,
  userOf,
  type User,
} from '@sluice/db';
import { endSignInLinks } from './links.js';
import { recordOwnChange } from './recordOwnChange.js';

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

/** Sets a user's password, or removes it; links that sign in or reset the password end. @param passwordHash argon2id in PHC format */
export async function setPasswordHash(db: Queryable, userId: string, passwordHash: string | null): Promise<void> {
  const user = await db.kysely
    .updateTable('users')
    .set({ password_hash: passwordHash })
    .where('id', '=', userId)
    .returning('email')
    .executeTakeFirst();
  if (user !== undefined) await endSignInLinks(db, user.email);
}

/**
 * Removes password, one-time codes, identities and tokens of a user, and ends their sessions and links: someone else may have them. What there
 * was is recorded in the audit log of each of the user's organizations, without secrets.
 */
export async function resetCredentials(
  tx: Tx,
  user: Pick<User, 'id' | 'email' | 'name'>,
  nowMs: number,
): Promise<void> {
  const actor = { kind: 'user', userId: user.id, label: labelOf(user) } as const;
  const { had_password: password, had_totp: oneTimeCodes } = await removeSecrets(tx, user.id);
  const identities = await tx.kysely
    .deleteFrom('identities')
    .where('user_id', '=', user.id)
    .returning('issuer')
    .execute();
  const sessions = await endSessions(tx, user.id, 'all', nowMs);
  const tokens = await revokeTokensOf(tx, { userId: user.id }, actor);
  await endSignInLinks(tx, user.email);
  if (!password && !oneTimeCodes && identities.length + sessions + tokens === 0) return;
  const providers = identities.map(({ issuer }) => issuer);
  const before = { password, oneTimeCodes, providers, sessions, tokens };
  await recordOwnChange(tx, user, { action: 'member.credentials', actor, before });
}

/** Removes password and one-time codes. Returns which of them there were. */
async function removeSecrets(tx: Tx, userId: string): Promise<{ had_password: boolean; had_totp: boolean }> {
  const { rows } = await sql<{ had_password: boolean; had_totp: boolean }>`
    update users u set password_hash = null, totp_secret = null, totp_confirmed_at = null, recovery_digests = '{}'
    from (select id, password_hash, totp_confirmed_at from users where id = ${userId} for update) as old
    where u.id = old.id
    returning old.password_hash is not null as had_password, old.totp_confirmed_at is not null as had_totp`.execute(
    tx.kysely,
  );
  return rows[0] ?? { had_password: false, had_totp: false };
}
