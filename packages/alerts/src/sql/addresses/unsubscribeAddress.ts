import { createHmac } from 'node:crypto';
import type { Actor } from '@sluice/contract';
import { sql } from 'kysely';
import { type Database, inTransaction, type Queryable, type Tx, writeAudit } from '@sluice/db';
import { reportPause, type PauseDescription } from '../deliveries/reportPause.js';
import { getsAlerts, readAddressStatus, type AddressQuery } from './addressStatus.js';
import { mailAddress } from '../../addresses/mailAddress.js';
import { ALL_UNSUBSCRIBED } from '../../addresses/pauseReasons.js';
import { addressId } from '../../addresses/addressId.js';
import { isRowId } from '../rowId.js';
import { isEqual } from './unsubscribe.js';

/** What a link in a mail to an address ends: mail of one destination, of the kind `email`, to it. */
interface AddressUnsubscription {
  readonly organizationId: string;
  readonly destinationId: string;
  readonly address: string;
}

/** A verified link, by names. */
interface AddressLink {
  readonly organizationId: string;
  readonly destinationId: string;
  readonly organization: string;
  readonly destination: string;
  /** The hash of the mailbox that the mail went to; `undefined`: a link of an earlier version whose address is in no destination any more. */
  readonly mailbox: string | undefined;
  /** `undefined`: no destination of the organization has it any more. */
  readonly address: string | undefined;
  /** The destination that has it now. */
  readonly currentId: string;
  /** Whether it has unsubscribed. */
  readonly isEnded: boolean;
}

/** Whoever reads the mail can open the link. */
const RECIPIENT: Actor = { kind: 'operator', label: 'a link in an email' };

const signatureOf = (key: string, fields: string): string =>
  createHmac('sha256', key).update(`sluice unsubscribe address ${fields}`).digest('base64url');

/**
 * Returns the token of a link to an address. It does not expire and can do nothing else. Instead of the address it contains the hash of
 * the mailbox, so that the link works whatever becomes of the destination.
 */
export function addressToken(key: string, { organizationId, destinationId, address }: AddressUnsubscription): string {
  const fields = `${organizationId}-${destinationId}-m${mailAddress(address).mailbox}`;
  return `${fields}-${signatureOf(key, fields)}`;
}

/** `a`: links of earlier versions, with the id of the address in the destination. */
const TOKEN = /^((\d{1,18})-(\d{1,18})-(?:a([A-Za-z0-9_-]{22})|m([A-Za-z0-9_-]{43})))-([A-Za-z0-9_-]{43})$/;

/** Returns what a token ends; `undefined` if Sluice did not make it. Changes nothing. */
export async function verifyAddressToken(db: Queryable, token: string): Promise<AddressLink | undefined> {
  const [, fields = '', organizationId = '', destinationId = '', id, hash, signature = ''] = TOKEN.exec(token) ?? [];
  if (![organizationId, destinationId].every(isRowId)) return undefined;
  const { rows } = await sql<LinkRow>`
    select d.id, d.deleted_at is null as live, d.secrets->>'unsubscribeKey' as key, o.slug as organization,
      d.name as destination, d.config->'addresses' as addresses
    from alert_destinations d join organizations o on o.id = d.organization_id
    where d.organization_id = ${organizationId}::int8 and d.kind = 'email'
      and (d.id = ${destinationId}::int8 or d.deleted_at is null)
    order by d.deleted_at is null desc, d.id <> ${destinationId}::int8, d.id`.execute(db.kysely);
  const row = rows.find((one) => one.id === destinationId);
  const key = row?.key ?? null;
  if (row === undefined || key === null || !isEqual(signatureOf(key, fields), signature)) return undefined;
  const isSame = (one: string): boolean =>
    hash === undefined ? addressId(key, one) === id : mailAddress(one).mailbox === hash;
  const addressOf = ({ addresses }: LinkRow): string | undefined => (addresses ?? []).find(isSame);
  const current = rows.find((one) => one.live && addressOf(one) !== undefined);
  const address = current === undefined ? undefined : addressOf(current);
  const last = address ?? addressOf(row);
  const mailbox = hash ?? (last === undefined ? undefined : mailAddress(last).mailbox);
  const { organization, destination } = row;
  return {
    organizationId,
    destinationId,
    organization,
    destination,
    mailbox,
    address,
    currentId: current?.id ?? destinationId,
    isEnded: await hasUnsubscribed(db, { organizationId, mailbox, address }),
  };
}

async function hasUnsubscribed(
  db: Queryable,
  { organizationId, mailbox, address }: Pick<AddressLink, 'organizationId' | 'mailbox' | 'address'>,
): Promise<boolean> {
  if (address !== undefined) {
    const [status] = await readAddressStatus(db, { organizationId, addresses: [address] });
    return status?.state === 'unsubscribed';
  }
  const { rows } = await sql`
    select 1 from alert_addresses where organization_id in (0, ${organizationId}::int8) and address = ${mailbox ?? ''}
      and unsubscribed_at > coalesce(confirmed_at, '-infinity')`.execute(db.kysely);
  return rows.length > 0;
}

interface LinkRow {
  readonly id: string;
  readonly live: boolean;
  readonly key: string | null;
  readonly organization: string;
  readonly destination: string;
  readonly addresses: readonly string[] | null;
}

/** What ends. */
interface AddressEnding {
  /** Mail of every organization, also of those that add the address later; else of the one of the link. */
  readonly ofAll: boolean;
  /** Describes the pause of a destination of which no address is left. */
  readonly describePause: (destination: { readonly id: string; readonly name: string }) => PauseDescription;
}

/**
 * Ends the mail to the mailbox of a verified link: it gets no more alerts of the organization, or of any, whatever destination is created for
 * it, and no mail that asks for a confirmation. Only its owner can change that: see `askAgain`. A destination of the organization of which
 * no address is left is paused; its owners find that in their inbox. Repeating it changes nothing.
 */
export async function unsubscribeAddress(
  db: Database,
  { mailbox, address, organizationId, ...link }: AddressLink,
  { ofAll, describePause }: AddressEnding,
): Promise<void> {
  if (mailbox === undefined) return;
  await inTransaction(db, async (tx) => {
    await sql`
      insert into alert_addresses (organization_id, address, unsubscribed_at)
      values (${ofAll ? '0' : organizationId}::int8, ${mailbox}, now())
      on conflict (organization_id, address) do update set unsubscribed_at = now()`.execute(tx.kysely);
    if (link.isEnded || address === undefined) return;
    await writeAudit(tx, {
      organizationId,
      actor: RECIPIENT,
      action: 'alert_destination.change',
      target: link.destination,
      after: { id: link.currentId, unsubscribed: address },
    });
    await pauseWithoutAddress(tx, { organizationId, mailbox }, describePause);
  });
}

/** Pauses the destinations of an organization with this mailbox of which no address gets alerts any more. */
async function pauseWithoutAddress(
  tx: Tx,
  { organizationId, mailbox }: { readonly organizationId: string; readonly mailbox: string },
  describePause: AddressEnding['describePause'],
): Promise<void> {
  const { rows } = await sql<AddressQuery & { readonly id: string; readonly name: string }>`
    select id, name, organization_id as "organizationId", config->'addresses' as addresses, unconfirmed,
      unconfirmed_until as "unconfirmedUntil"
    from alert_destinations
    where organization_id = ${organizationId}::int8 and kind = 'email' and deleted_at is null and paused_at is null
    order by id for update`.execute(tx.kysely);
  for (const { id, name, ...query } of rows) {
    if (!query.addresses.some((one) => mailAddress(one).mailbox === mailbox)) continue;
    if ((await readAddressStatus(tx, query)).some(getsAlerts)) continue;
    await sql`
      update alert_destinations set paused_at = now(), paused_reason = ${ALL_UNSUBSCRIBED}
      where organization_id = ${organizationId}::int8 and id = ${id}::int8`.execute(tx.kysely);
    await reportPause(tx, organizationId, ALL_UNSUBSCRIBED, describePause({ id, name }));
  }
}
