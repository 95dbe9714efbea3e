import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type { Queryable } from '@sluice/db';
import { isRowId } from '../rowId.js';

/** What a link in a mail ends: mail of an organization to one of its members. */
export interface Unsubscription {
  readonly organizationId: string;
  /** The destination, of the kind `members`, that the mail was sent for. */
  readonly destinationId: string;
  readonly userId: string;
  /** `0`: mail of all projects. */
  readonly projectId: string;
}

/**
 * Returns the key of a destination's links; makes it at the first call. It is stored with the destination's secrets, so that
 * the service that sends and the one that verifies need no shared setting. It outlives the destination.
 * @returns `undefined` if there is no such destination of the kind `members` or `email`
 */
export async function readUnsubscribeKey(
  db: Queryable,
  { organizationId, destinationId }: Pick<Unsubscription, 'organizationId' | 'destinationId'>,
): Promise<string | undefined> {
  const place = sql`organization_id = ${organizationId}::int8 and id = ${destinationId}::int8 and kind in ('members', 'email')`;
  await sql`
    update alert_destinations set secrets = jsonb_set(secrets, '{unsubscribeKey}', to_jsonb(${newKey()}::text))
    where ${place} and not secrets ? 'unsubscribeKey'`.execute(db.kysely);
  const { rows } = await sql<{ key: string }>`
    select secrets->>'unsubscribeKey' as key from alert_destinations where ${place}`.execute(db.kysely);
  return rows[0]?.key;
}

const newKey = (): string => randomBytes(32).toString('base64url');

/** Returns the token of a link: what it ends, and an HMAC-SHA256 of that. It does not expire and can do nothing else. */
export const unsubscribeToken = (key: string, link: Unsubscription): string => {
  const fields = fieldsOf(link);
  return `${fields}-${signatureOf(key, fields)}`;
};

const fieldsOf = ({ organizationId, destinationId, userId, projectId }: Unsubscription): string =>
  [organizationId, destinationId, userId, projectId].join('-');

const signatureOf = (key: string, fields: string): string =>
  createHmac('sha256', key).update(`sluice unsubscribe ${fields}`).digest('base64url');

const TOKEN = /^(\d{1,18})-(\d{1,18})-(\d{1,18})-(\d{1,18})-([A-Za-z0-9_-]{43})$/;

/** Returns what a token ends, by slugs; `undefined` if Sluice did not make it or the user is no longer a member. Changes nothing. */
export async function verifyUnsubscribeToken(
  db: Queryable,
  token: string,
): Promise<(Unsubscription & { readonly organization: string; readonly project: string | null }) | undefined> {
  const [, organizationId = '', destinationId = '', userId = '', projectId = '', signature = ''] =
    TOKEN.exec(token) ?? [];
  if (![organizationId, destinationId, userId].every(isRowId)) return undefined;
  const { rows } = await sql<{ key: string | null; organization: string; project: string | null }>`
    select d.secrets->>'unsubscribeKey' as key, o.slug as organization, p.slug as project
    from alert_destinations d
    join organizations o on o.id = d.organization_id
    join memberships m on m.organization_id = d.organization_id and m.user_id = ${userId}::int8
    left join projects p on p.id = ${projectId}::int8 and p.organization_id = d.organization_id
    where d.organization_id = ${organizationId}::int8 and d.id = ${destinationId}::int8 and d.kind = 'members'
  `.execute(db.kysely);
  const [row] = rows;
  if (row?.key === null || row === undefined) return undefined;
  const link = { organizationId, destinationId, userId, projectId };
  if (!isEqual(signatureOf(row.key, fieldsOf(link)), signature)) return undefined;
  return { ...link, organization: row.organization, project: row.project };
}

/** Whether a signature is the expected one; takes the same time whatever differs. */
export function isEqual(expected: string, given: string): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(given)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** Ends the mail that a verified link names; the inbox stays, and a choice of nothing as well. Repeating it changes nothing. */
export async function unsubscribe(
  db: Queryable,
  { organizationId, userId, projectId }: Omit<Unsubscription, 'destinationId'>,
): Promise<void> {
  await sql`
    insert into alert_subscriptions as s (organization_id, user_id, project_id, channel)
    values (${organizationId}::int8, ${userId}::int8, ${projectId}::int8, 'inbox')
    on conflict (organization_id, user_id, project_id) do update set channel = 'inbox' where s.channel = 'mail'
  `.execute(db.kysely);
  if (projectId !== '0') return;
  await sql`
    update alert_subscriptions set channel = 'inbox'
    where organization_id = ${organizationId}::int8 and user_id = ${userId}::int8 and channel = 'mail'
  `.execute(db.kysely);
}
