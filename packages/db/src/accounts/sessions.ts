import type { Selectable } from 'kysely';
import type { Database, Queryable } from '../connection/createDatabase.js';
import type { SessionsTable } from '../schema/accountsSchema.js';
import { recordUse } from './recordUse.js';
import { digestOf, isSecret, newSecret } from './secret.js';
import type { User } from './user.js';

/** A signed-in browser. */
interface Session {
  readonly id: string;
  readonly method: SessionsTable['method'];
  readonly address: string;
  readonly userAgent: string;
  readonly createdAt: Date;
  /** Accurate to a minute. */
  readonly lastUsedAt: Date;
  /** When it ends, however often it is used. */
  readonly expiresAt: Date;
}

/** A session and its user. */
export interface SignedIn {
  readonly user: Pick<User, 'id' | 'email' | 'name'>;
  readonly session: Session;
}

/** Properties of a new session. */
export interface NewSession {
  readonly method: SessionsTable['method'];
  readonly address: string;
  /** See `subscriberNetwork`. */
  readonly network: string;
  readonly userAgent: string;
  readonly nowMs: number;
  readonly lifetimeMs: number;
}

/** What is certain about a session's lifetime. Times are milliseconds. */
interface SessionLimits {
  readonly nowMs: number;
  /** A session that was not used for so long has ended. */
  readonly idleMs: number;
}

const MAX_USER_AGENT = 300;

/** Creates a session. `secret` is stored only as its digest. */
export async function createSession(db: Queryable, userId: string, made: NewSession): Promise<string> {
  const secret = newSecret();
  const now = new Date(made.nowMs);
  await db.kysely
    .insertInto('sessions')
    .values({
      user_id: userId,
      digest: digestOf(secret),
      method: made.method,
      address: made.address,
      network: made.network,
      user_agent: made.userAgent.replace(/[\0\p{Cs}]/gu, '').slice(0, MAX_USER_AGENT),
      created_at: now,
      last_used_at: now,
      expires_at: new Date(made.nowMs + made.lifetimeMs),
    })
    .execute();
  return secret;
}

/**
 * How much of a session is read. `access` reads only what decides access: email address, network address and browser are empty,
 * because not every service may read them.
 */
export type SessionDetail = 'account' | 'access';

/** Returns the session of a secret and its user; `undefined` if it has ended or the user is disabled. */
export async function authenticateSession(
  db: Queryable,
  secret: string,
  { detail = 'account', ...limits }: SessionLimits & { readonly detail?: SessionDetail },
): Promise<SignedIn | undefined> {
  if (!isSecret(secret)) return undefined;
  const live = selectTimes(db, limits)
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select(['u.id as user_id', 'u.name'])
    .where('s.digest', '=', digestOf(secret))
    .where('u.disabled_at', 'is', null);
  const row =
    detail === 'account'
      ? await live.select(['s.address', 's.user_agent', 'u.email']).executeTakeFirst()
      : await live.executeTakeFirst();
  if (row === undefined) return undefined;
  const known = { address: '', user_agent: '', email: '', ...row };
  return { user: { id: known.user_id, email: known.email, name: known.name }, session: sessionOf(known) };
}

/** Records the use of a session, at most once a minute. See `recordUse`. */
export async function recordSessionUse(db: Database, { user, session }: SignedIn, nowMs: number): Promise<void> {
  await recordUse(db, session.lastUsedAt, nowMs, async (tx) => {
    await tx.kysely
      .updateTable('sessions')
      .set({ last_used_at: new Date(nowMs) })
      .where('user_id', '=', user.id)
      .where('id', '=', session.id)
      .execute();
  });
}

/** Returns the sessions of a user that have not ended, last used first. */
export async function listSessions(db: Queryable, userId: string, limits: SessionLimits): Promise<readonly Session[]> {
  const rows = await selectLive(db, limits)
    .where('s.user_id', '=', userId)
    .orderBy('s.last_used_at', 'desc')
    .orderBy('s.id', 'desc')
    .limit(1_000)
    .execute();
  return rows.map(sessionOf);
}

/** Which sessions of a user end. */
type EndedSessions = { readonly only: string } | { readonly allBut: string } | 'all';

/** Ends sessions of a user, effective at once. Returns how many. */
export async function endSessions(db: Queryable, userId: string, which: EndedSessions, nowMs: number): Promise<number> {
  let update = db.kysely
    .updateTable('sessions')
    .set({ ended_at: new Date(nowMs) })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null);
  if (which !== 'all') {
    update = 'only' in which ? update.where('id', '=', which.only) : update.where('id', '!=', which.allBut);
  }
  const { numUpdatedRows } = await update.executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Whether the user with this email address has signed in from the network, as far as sessions are kept. */
export async function hasSignedInFrom(db: Queryable, email: string, network: string): Promise<boolean> {
  const row = await db.kysely
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select('s.id')
    .where('u.email', '=', email)
    .where('s.network', '=', network)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

const selectLive = (db: Queryable, limits: SessionLimits) =>
  selectTimes(db, limits).select(['s.address', 's.user_agent']);

function selectTimes(db: Queryable, { nowMs, idleMs }: SessionLimits) {
  return db.kysely
    .selectFrom('sessions as s')
    .select(['s.id', 's.method', 's.created_at', 's.last_used_at', 's.expires_at'])
    .where('s.ended_at', 'is', null)
    .where('s.expires_at', '>', new Date(nowMs))
    .where('s.last_used_at', '>', new Date(nowMs - idleMs));
}

type SessionRow = Pick<
  Selectable<SessionsTable>,
  'id' | 'method' | 'address' | 'user_agent' | 'created_at' | 'last_used_at' | 'expires_at'
>;

const sessionOf = (row: SessionRow): Session => ({
  id: row.id,
  method: row.method,
  address: row.address,
  userAgent: row.user_agent,
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at,
  expiresAt: row.expires_at,
});
