import { SCOPES, type Scope } from '@sluice/contract';
import { createHash, randomBytes } from 'node:crypto';
import { sql, type Selectable } from 'kysely';
import type { Database, Queryable } from '../connection/createDatabase.js';
import { inTransaction } from '../connection/inTransaction.js';
import type { TokensTable } from '../schema/schema.js';
import { findOrganization } from './organizations.js';
import { found, TenancyError } from './tenancyError.js';

/** An access token without its secret, which is not stored. */
export interface Token {
  readonly id: string;
  readonly organizationId: string;
  /** The organization's slug. */
  readonly organization: string;
  /** The last four characters of its text. */
  readonly hint: string;
  readonly scopes: readonly Scope[];
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
  /** Accurate to a minute. */
  readonly lastUsedAt: Date | null;
}

/** Properties of a new token. */
export interface TokenRequest {
  /** The organization's slug. */
  readonly organization: string;
  readonly scopes: readonly string[];
  /** Default: the token does not expire. */
  readonly expiresAt?: Date;
}

const SECRET = /^slp_[A-Za-z0-9_-]{43}$/;
const TOUCH_MS = 60_000;
/** Also bounds the wait for a lock on the row or the table. */
const TOUCH_TIMEOUT_MS = 500;

const digestOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** Creates a token. `secret` is stored only as its SHA-256. @throws TenancyError `not_found` or `invalid` */
export async function createToken(
  db: Queryable,
  request: TokenRequest,
): Promise<{ readonly secret: string; readonly token: Token }> {
  const scopes = checkScopes(request.scopes);
  const organization = await findOrganization(db, request.organization);
  const secret = `slp_${randomBytes(32).toString('base64url')}`;
  const row = await db.kysely
    .insertInto('tokens')
    .values({
      organization_id: organization.id,
      digest: digestOf(secret),
      hint: secret.slice(-4),
      scopes,
      expires_at: request.expiresAt ?? null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return { secret, token: tokenOf({ ...row, organization: organization.slug }) };
}

/** Returns the tokens of one organization or all, oldest first, including revoked ones. */
export async function listTokens(db: Queryable, organization?: string): Promise<readonly Token[]> {
  const all = selectTokens(db).orderBy('t.id');
  const rows = await (organization === undefined ? all : all.where('o.slug', '=', organization)).execute();
  return rows.map(tokenOf);
}

/** Revokes a token of an organization permanently, effective at once. @throws TenancyError `not_found` */
export async function revokeToken(db: Queryable, organization: string, id: string): Promise<Token> {
  const missing = `organization ${organization} has no token ${id}`;
  const row = /^\d{1,18}$/.test(id)
    ? await selectTokens(db).where('o.slug', '=', organization).where('t.id', '=', id).executeTakeFirst()
    : undefined;
  const token = found(row, missing);
  const updated = await db.kysely
    .updateTable('tokens')
    .set({ revoked_at: sql<Date>`coalesce(revoked_at, now())` })
    .where('organization_id', '=', token.organization_id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  return tokenOf({ ...found(updated, missing), organization });
}

/** Whether a text has the form of a token. Other texts are never looked up. */
export const isTokenSecret = (text: string): boolean => SECRET.test(text);

/**
 * Returns the token of a secret; `undefined` if it is unknown, expired or revoked. The lookup is by digest: its duration
 * reveals something about a hash that an attacker cannot choose, and nothing about the secret.
 * @param nowMs milliseconds since 1970
 */
export async function authenticateToken(db: Queryable, secret: string, nowMs: number): Promise<Token | undefined> {
  if (!isTokenSecret(secret)) return undefined;
  const row = await selectTokens(db).where('t.digest', '=', digestOf(secret)).executeTakeFirst();
  if (row === undefined || row.revoked_at !== null) return undefined;
  if (row.expires_at !== null && row.expires_at.getTime() <= nowMs) return undefined;
  return tokenOf(row);
}

/**
 * Records the use of a token, at most once a minute. Does not wait for the disk.
 * @throws after half a second; the caller continues, because a request must not fail for this
 * @param nowMs milliseconds since 1970
 */
export async function recordTokenUse(db: Database, token: Token, nowMs: number): Promise<void> {
  if (nowMs - (token.lastUsedAt?.getTime() ?? 0) < TOUCH_MS) return;
  await inTransaction(db, async (tx) => {
    await sql`select set_config('statement_timeout', ${String(TOUCH_TIMEOUT_MS)}, true),
      set_config('synchronous_commit', 'off', true)`.execute(tx.kysely);
    await tx.kysely
      .updateTable('tokens')
      .set({ last_used_at: new Date(nowMs) })
      .where('organization_id', '=', token.organizationId)
      .where('id', '=', token.id)
      .execute();
  });
}

function checkScopes(scopes: readonly string[]): Scope[] {
  const known = SCOPES.filter((scope) => scopes.includes(scope));
  const unknown = scopes.find((scope) => !(SCOPES as readonly string[]).includes(scope));
  if (unknown !== undefined) {
    throw new TenancyError('invalid', `unknown scope ${unknown}; known scopes: ${SCOPES.join(', ')}`);
  }
  if (known.length === 0) throw new TenancyError('invalid', `a token needs a scope: ${SCOPES.join(', ')}`);
  return known;
}

function selectTokens(db: Queryable) {
  return db.kysely
    .selectFrom('tokens as t')
    .innerJoin('organizations as o', 'o.id', 't.organization_id')
    .selectAll('t')
    .select('o.slug as organization');
}

function tokenOf(row: Selectable<TokensTable> & { readonly organization: string }): Token {
  return {
    id: row.id,
    organizationId: row.organization_id,
    organization: row.organization,
    hint: row.hint,
    scopes: row.scopes as Scope[],
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    lastUsedAt: row.last_used_at,
  };
}
