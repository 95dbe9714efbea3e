import { sql } from 'kysely';
import type { Queryable } from '../connection/createDatabase.js';
import type { Tx } from '../connection/inTransaction.js';
import { creating, found, TenancyError } from '../tenancyError.js';
import { foldEmail, normalizeEmail } from './normalizeEmail.js';
import { USER_COLUMNS, userOf, type User } from './user.js';

/** Properties of a new user. */
export interface NewUser {
  readonly email: string;
  readonly name?: string;
  /** Argon2id in PHC format; default: the user has no password. */
  readonly passwordHash?: string;
  /** Whether the user is known to receive mail there; false by default. */
  readonly isVerified?: boolean;
}

const MAX_NAME = 200;

/** Returns a user's name as it is stored. @throws TenancyError `invalid` */
export function normalizeName(text: string): string {
  const name = text.trim().normalize('NFC');
  if (name.length <= MAX_NAME && !/[\p{Cc}\p{Cs}]/u.test(name)) return name;
  throw new TenancyError('invalid', `name: must have at most ${MAX_NAME} characters and no control characters`);
}

/** Creates a user. @throws TenancyError `exists` or `invalid` */
export async function createUser(db: Queryable, request: NewUser): Promise<User> {
  const email = normalizeEmail(request.email);
  const row = await creating(
    db.kysely
      .insertInto('users')
      .values({
        email,
        name: normalizeName(request.name ?? ''),
        password_hash: request.passwordHash ?? null,
        email_verified_at: request.isVerified === true ? sql<Date>`now()` : null,
      })
      .returning(USER_COLUMNS)
      .executeTakeFirstOrThrow(),
    `there is a user ${email} already`,
  );
  return userOf(row);
}

/** Returns the user with an email address; `undefined` if there is none, or if it is not an address. */
export async function findUser(db: Queryable, email: string): Promise<User | undefined> {
  const normalized = foldEmail(email);
  if (/\0|\p{Cs}/u.test(normalized)) return undefined;
  const row = await db.kysely
    .selectFrom('users')
    .select(USER_COLUMNS)
    .where('email', '=', normalized)
    .executeTakeFirst();
  return row === undefined ? undefined : userOf(row);
}

/** Returns the user with an email address. @throws TenancyError `not_found` */
export const getUser = async (db: Queryable, email: string): Promise<User> =>
  found(await findUser(db, email), `there is no user ${email}`);

/** Returns a user by id. @throws TenancyError `not_found` */
export async function getUserById(db: Queryable, id: string): Promise<User> {
  const row = await db.kysely.selectFrom('users').select(USER_COLUMNS).where('id', '=', id).executeTakeFirst();
  return userOf(found(row, `there is no user ${id}`));
}

/** Returns all users who sign in, by email address, with the organizations of each. */
export async function listAccounts(
  db: Queryable,
): Promise<readonly (User & { readonly organizations: readonly string[]; readonly lastSeenAt: Date | null })[]> {
  const rows = await db.kysely
    .selectFrom('users as u')
    .select(USER_COLUMNS.map((column) => `u.${column}` as const))
    .select([
      sql<
        string[]
      >`array(select o.slug || ':' || m.role from memberships m join organizations o on o.id = m.organization_id
        where m.user_id = u.id order by 1)`.as('organizations'),
      sql<Date | null>`(select max(last_used_at) from sessions s where s.user_id = u.id)`.as('last_seen_at'),
    ])
    .orderBy('u.email')
    .execute();
  return rows.map((row) => ({ ...userOf(row), organizations: row.organizations, lastSeenAt: row.last_seen_at }));
}

/** Locks a user against other changes until the transaction ends. */
export async function lockUser(tx: Tx, id: string): Promise<void> {
  await tx.kysely.selectFrom('users').select('id').where('id', '=', id).forNoKeyUpdate().execute();
}
