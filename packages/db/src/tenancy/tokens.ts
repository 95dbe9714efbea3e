import { OPERATOR, SCOPES, type Actor, type Role, type Scope } from '@sluice/contract';
import { sql, type Selectable } from 'kysely';
import { recordUse } from '../accounts/recordUse.js';
import { recordToken, TOKEN_PREFIX } from '../accounts/revokeTokensOf.js';
import { digestOf, isSecret, newSecret } from '../accounts/secret.js';
import type { Database, Queryable } from '../connection/createDatabase.js';
import { inTransaction, type Tx } from '../connection/inTransaction.js';
import type { TokensTable } from '../schema/schema.js';
import { findOrganization } from './organizations.js';
import { found, TenancyError } from '../tenancyError.js';

/** An access token without its secret, which is not stored. */
export interface Token {
  readonly id: string;
  readonly organizationId: string;
  /** The organization's slug. */
  readonly organization: string;
  /** Whose token it is; null for a token of an operator. The address is empty in the result of `authenticateToken`. */
  readonly owner: { readonly userId: string; readonly email: string; readonly role: Role | null } | null;
  /** May be empty. */
  readonly name: string;
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
  readonly expiresAt?: Date | undefined;
  /** Default: empty. */
  readonly name?: string;
  /** Default: an operator. A token that a user makes belongs to the user. */
  readonly actor?: Actor;
}

/** Tokens of one user, revoked ones not counted. */
const MAX_OF_USER = 100;

/**
 * Creates a token. `secret` is stored only as its SHA-256.
 * @throws TenancyError `not_found` (the organization, or the membership of the user), `exists` if the user has very many, or `invalid`
 */
export async function createToken(
  db: Database,
  { organization: slug, expiresAt, name = '', actor = OPERATOR, ...request }: TokenRequest,
): Promise<{ readonly secret: string; readonly token: Token }> {
  const scopes = checkScopes(request.scopes);
  const secret = `${TOKEN_PREFIX}${newSecret()}`;
  const userId = actor.kind === 'user' ? actor.userId : null;
  return inTransaction(db, async (tx) => {
    const organization = await findOrganization(tx, slug);
    if (userId !== null) await assertMayOwn(tx, organization.id, userId);
    const { id } = await tx.kysely
      .insertInto('tokens')
      .values({
        organization_id: organization.id,
        digest: digestOf(secret),
        hint: secret.slice(-4),
        scopes,
        expires_at: expiresAt ?? null,
        user_id: userId,
        name: name === '' ? null : name,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const row = await selectTokens(tx).where('t.id', '=', id).executeTakeFirstOrThrow();
    await recordToken(tx, row, 'token.create', actor);
    return { secret, token: tokenOf(row) };
  });
}

/** Locks the membership, so that the token is not made while it ends. @throws TenancyError */
async function assertMayOwn(tx: Tx, organizationId: string, userId: string): Promise<void> {
  const membership = await tx.kysely
    .selectFrom('memberships')
    .select('role')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .forShare()
    .executeTakeFirst();
  found(membership, 'there is no such organization');
  const { count } = await tx.kysely
    .selectFrom('tokens')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (Number(count) >= MAX_OF_USER)
    throw new TenancyError('exists', `there are ${MAX_OF_USER} tokens already; revoke one`);
}

/** Returns the tokens of one organization or all, oldest first, including revoked ones. */
export async function listTokens(db: Queryable, organization?: string): Promise<readonly Token[]> {
  const all = selectTokens(db).orderBy('t.id');
  const rows = await (organization === undefined ? all : all.where('o.slug', '=', organization)).execute();
  return rows.map(tokenOf);
}

/** Returns the tokens of a user that are not revoked, latest first. */
export async function listTokensOfUser(db: Queryable, userId: string): Promise<readonly Token[]> {
  const rows = await selectTokens(db)
    .where('t.user_id', '=', userId)
    .where('t.revoked_at', 'is', null)
    .orderBy('t.id', 'desc')
    .execute();
  return rows.map(tokenOf);
}

/** Revokes a token of an organization permanently, effective at once. @throws TenancyError `not_found` */
export async function revokeToken(db: Database, organization: string, id: string): Promise<Token> {
  const row = isId(id)
    ? await selectTokens(db).where('o.slug', '=', organization).where('t.id', '=', id).executeTakeFirst()
    : undefined;
  return revoke(db, found(row, `organization ${organization} has no token ${id}`), OPERATOR);
}

/** Revokes a token of a user permanently, effective at once. @throws TenancyError `not_found` */
export async function revokeTokenOfUser(db: Database, userId: string, id: string, actor: Actor): Promise<Token> {
  const row = isId(id)
    ? await selectTokens(db).where('t.user_id', '=', userId).where('t.id', '=', id).executeTakeFirst()
    : undefined;
  return revoke(db, found(row, 'there is no such token'), actor);
}

const isId = (text: string): boolean => /^\d{1,18}$/.test(text);

function revoke(db: Database, row: TokenRow, actor: Actor): Promise<Token> {
  return inTransaction(db, async (tx) => {
    const { revoked_at } = await tx.kysely
      .updateTable('tokens')
      .set({ revoked_at: sql<Date>`coalesce(revoked_at, now())` })
      .where('organization_id', '=', row.organization_id)
      .where('id', '=', row.id)
      .returning('revoked_at')
      .executeTakeFirstOrThrow();
    if (row.revoked_at === null) await recordToken(tx, row, 'token.revoke', actor);
    return tokenOf({ ...row, revoked_at });
  });
}

/** Whether a text has the form of a token. Other texts are never looked up. */
export const isTokenSecret = (text: string): boolean =>
  text.startsWith(TOKEN_PREFIX) && isSecret(text.slice(TOKEN_PREFIX.length));

/**
 * Returns the token of a secret; `undefined` if it is unknown, expired or revoked, or if the user it belongs to is disabled
 * or no member of the organization anymore.
 * @param nowMs milliseconds since 1970
 */
export async function authenticateToken(db: Queryable, secret: string, nowMs: number): Promise<Token | undefined> {
  if (!isTokenSecret(secret)) return undefined;
  // Not the address of its user, which not every service may read.
  const row = await joinTokens(db).where('t.digest', '=', digestOf(secret)).executeTakeFirst();
  if (row === undefined || row.revoked_at !== null) return undefined;
  if (row.expires_at !== null && row.expires_at.getTime() <= nowMs) return undefined;
  if (row.user_id !== null && (row.role === null || row.disabled_at !== null)) return undefined;
  return tokenOf({ ...row, email: '' });
}

/** Records the use of a token, at most once a minute; see `recordUse`. @param nowMs milliseconds since 1970 */
export async function recordTokenUse(db: Database, token: Token, nowMs: number): Promise<void> {
  await recordUse(db, token.lastUsedAt, nowMs, async (tx) => {
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

const selectTokens = (db: Queryable) => joinTokens(db).select('u.email');

function joinTokens(db: Queryable) {
  return db.kysely
    .selectFrom('tokens as t')
    .innerJoin('organizations as o', 'o.id', 't.organization_id')
    .leftJoin('users as u', 'u.id', 't.user_id')
    .leftJoin('memberships as m', (join) =>
      join.onRef('m.user_id', '=', 't.user_id').onRef('m.organization_id', '=', 't.organization_id'),
    )
    .selectAll('t')
    .select(['o.slug as organization', 'u.disabled_at', 'm.role']);
}

interface TokenRow extends Selectable<TokensTable> {
  readonly organization: string;
  readonly email: string | null;
  readonly role: Role | null;
}

function tokenOf(row: TokenRow): Token {
  const { user_id: userId, email, role } = row;
  return {
    id: row.id,
    organizationId: row.organization_id,
    organization: row.organization,
    owner: userId === null || email === null ? null : { userId, email, role },
    name: row.name ?? '',
    hint: row.hint,
    scopes: row.scopes as Scope[],
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    lastUsedAt: row.last_used_at,
  };
}
