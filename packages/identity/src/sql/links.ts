import type { Role } from '@sluice/contract';
import { sql } from 'kysely';
import {
  type Queryable,
  type Tx,
  type LinkPurpose,
  TenancyError,
  normalizeEmail,
  isStillInvited,
  lockMembers,
  digestOf,
  isSecret,
  newSecret,
} from '@sluice/db';

/** A link that signs someone in, invites them or resets their password, without its secret. */
export interface Link {
  readonly id: string;
  readonly purpose: LinkPurpose;
  readonly email: string;
  /** Of an invitation. */
  readonly organization: { readonly id: string; readonly slug: string; readonly role: Role } | undefined;
  /** Whether it was sent by mail, so that its use proves the address. */
  readonly isMailed: boolean;
  /** Label of who made it. */
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** Properties of a new link. */
export interface NewLink {
  readonly purpose: LinkPurpose;
  readonly email: string;
  readonly organization?: { readonly id: string; readonly role: Role };
  readonly isMailed?: boolean;
  readonly createdBy: string;
  /** The member who makes an invitation. */
  readonly inviterId?: string | null;
  readonly nowMs: number;
  readonly lifetimeMs: number;
}

/** Creates a link. `secret` is stored only as its digest. @throws TenancyError `invalid` */
export async function createLink(
  db: Queryable,
  made: NewLink,
): Promise<{ readonly id: string; readonly secret: string; readonly expiresAt: Date }> {
  const secret = newSecret();
  const expiresAt = new Date(made.nowMs + made.lifetimeMs);
  const { id } = await db.kysely
    .insertInto('links')
    .values({
      digest: digestOf(secret),
      purpose: made.purpose,
      email: normalizeEmail(made.email),
      organization_id: made.organization?.id ?? null,
      role: made.organization?.role ?? null,
      is_mailed: made.isMailed ?? false,
      created_by: made.createdBy,
      inviter_id: made.inviterId ?? null,
      created_at: new Date(made.nowMs),
      expires_at: expiresAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, secret, expiresAt };
}

/** Returns the link of a secret; `undefined` if it is unknown, used, revoked or expired. Changes nothing. */
export async function findLink(db: Queryable, secret: string, nowMs: number): Promise<Link | undefined> {
  if (!isSecret(secret)) return undefined;
  const row = await selectLinks(db, nowMs).where('l.digest', '=', digestOf(secret)).executeTakeFirst();
  return row === undefined ? undefined : linkOf(row);
}

/** The link was used, revoked or expired in the meantime. */
export class LinkExpiredError extends TenancyError {
  constructor() {
    super('not_found', 'the link has expired or was used');
  }
}

/**
 * Uses a link: of several transactions with the same link, exactly one gets past this call. Links for the same purpose and
 * address that sign in or reset a password end with it. An invitation that its inviter may no longer make has expired.
 * @throws LinkExpiredError
 */
export async function useLink(tx: Tx, link: Link, nowMs: number): Promise<void> {
  const now = new Date(nowMs);
  const { organization } = link;
  if (organization !== undefined) await lockMembers(tx, [organization.id]);
  const row = await tx.kysely
    .updateTable('links')
    .set({ used_at: now })
    .where('id', '=', link.id)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('inviter_id')
    .executeTakeFirst();
  if (row === undefined) throw new LinkExpiredError();
  if (organization !== undefined) {
    const invited = { organizationId: organization.id, role: organization.role, inviterId: row.inviter_id };
    if (!(await isStillInvited(tx, invited))) throw new LinkExpiredError();
  }
  if (link.purpose !== 'invitation') await endLinks(tx, link, nowMs);
}

/** Ends the unused links of one purpose to one address. */
export async function endLinks(
  db: Queryable,
  { purpose, email }: Pick<Link, 'purpose' | 'email'>,
  nowMs: number,
): Promise<void> {
  await db.kysely
    .updateTable('links')
    .set({ used_at: new Date(nowMs) })
    .where('email', '=', email)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .execute();
}

/** Ends the unused links that sign in to an address or reset its password: they are older than its present credentials. */
export async function endSignInLinks(db: Queryable, email: string): Promise<void> {
  await db.kysely
    .updateTable('links')
    .set({ used_at: sql<Date>`now()` })
    .where('email', '=', email)
    .where('purpose', 'in', ['sign_in', 'password_reset'])
    .where('used_at', 'is', null)
    .execute();
}

/** Returns the pending invitations of an organization, latest first, at most 1,000. */
export async function listInvitations(db: Queryable, organizationId: string, nowMs: number): Promise<readonly Link[]> {
  const rows = await selectLinks(db, nowMs)
    .where('l.organization_id', '=', organizationId)
    .orderBy('l.id', 'desc')
    .limit(1_000)
    .execute();
  return rows.map(linkOf);
}

function selectLinks(db: Queryable, nowMs: number) {
  return db.kysely
    .selectFrom('links as l')
    .leftJoin('organizations as o', 'o.id', 'l.organization_id')
    .select(['l.id', 'l.purpose', 'l.email', 'l.organization_id', 'l.role', 'l.is_mailed'])
    .select(['l.created_by', 'l.created_at', 'l.expires_at', 'o.slug'])
    .where('l.used_at', 'is', null)
    .where('l.expires_at', '>', new Date(nowMs));
}

type LinkRow = Awaited<ReturnType<ReturnType<typeof selectLinks>['executeTakeFirstOrThrow']>>;

function linkOf(row: LinkRow): Link {
  const { organization_id: id, slug, role } = row;
  return {
    id: row.id,
    purpose: row.purpose,
    email: row.email,
    organization: id === null || slug === null || role === null ? undefined : { id, slug, role },
    isMailed: row.is_mailed,
    createdBy: row.created_by,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}
