import { createHmac } from 'node:crypto';
import type { Actor } from '@sluice/contract';
import { sql } from 'kysely';
import { writeAudit } from '../../audit/writeAudit.js';
import type { Database, Queryable } from '../../connection/createDatabase.js';
import { inTransaction } from '../../connection/inTransaction.js';
import { reportPause, type PauseDescription } from '../reportPause.js';
import { isRowId } from './rowId.js';
import { isEqual } from './unsubscribe.js';

/** What a link in a mail to an address ends: mail of one destination, of the kind `email`, to it. */
interface AddressUnsubscription {
  readonly organizationId: string;
  readonly destinationId: string;
  readonly address: string;
}

/** A verified link, by names. */
export interface AddressLink {
  readonly organizationId: string;
  readonly destinationId: string;
  /** Stands for the address, which the link does not contain. */
  readonly addressId: string;
  readonly organization: string;
  readonly destination: string;
  /** `undefined`: the destination does not send to it any more. */
  readonly address: string | undefined;
}

const EVERYBODY_LEFT = 'every address unsubscribed';

/** The person who opened the mail may be anybody who reads it. */
const RECIPIENT: Actor = { kind: 'operator', label: 'a link in a mail' };

const ID_LENGTH = 22;
const idOf = (key: string, address: string): string =>
  createHmac('sha256', key).update(`sluice address ${address}`).digest('base64url').slice(0, ID_LENGTH);

const signatureOf = (key: string, fields: string): string =>
  createHmac('sha256', key).update(`sluice unsubscribe address ${fields}`).digest('base64url');

/** Returns the token of a link to an address. It has no end of life, can do nothing else, and does not contain the address. */
export function addressToken(key: string, { organizationId, destinationId, address }: AddressUnsubscription): string {
  const fields = `${organizationId}-${destinationId}-a${idOf(key, address)}`;
  return `${fields}-${signatureOf(key, fields)}`;
}

const TOKEN = /^((\d{1,18})-(\d{1,18})-a([A-Za-z0-9_-]{22}))-([A-Za-z0-9_-]{43})$/;

/** Returns what a token ends; `undefined` if it is not one of ours. Changes nothing. */
export async function verifyAddressToken(db: Queryable, token: string): Promise<AddressLink | undefined> {
  const [, fields = '', organizationId = '', destinationId = '', addressId = '', signature = ''] =
    TOKEN.exec(token) ?? [];
  if (![organizationId, destinationId].every(isRowId)) return undefined;
  const { rows } = await sql<LinkRow>`
    select d.secrets->>'unsubscribeKey' as key, o.slug as organization, d.name as destination,
      case when d.deleted_at is null then d.config->'addresses' end as addresses
    from alert_destinations d join organizations o on o.id = d.organization_id
    where d.organization_id = ${organizationId}::int8 and d.id = ${destinationId}::int8 and d.kind = 'email'
  `.execute(db.kysely);
  const [row] = rows;
  if (row?.key === null || row === undefined || !isEqual(signatureOf(row.key, fields), signature)) return undefined;
  const { key, organization, destination, addresses } = row;
  const address = (addresses ?? []).find((one) => idOf(key, one) === addressId);
  return { organizationId, destinationId, addressId, organization, destination, address };
}

interface LinkRow {
  readonly key: string | null;
  readonly organization: string;
  readonly destination: string;
  readonly addresses: readonly string[] | null;
}

/**
 * Removes the address of a verified link from its destination, which is paused if none is left; its owners find that in their inbox.
 * Repeating it changes nothing, nor does it if the address was removed since, or the destination deleted: no further mail is sent then,
 * either.
 */
export async function unsubscribeAddress(
  db: Database,
  { address, ...link }: AddressLink,
  describePause: PauseDescription,
): Promise<void> {
  if (address === undefined) return;
  const { organizationId, destinationId: id } = link;
  await inTransaction(db, async (tx) => {
    const destination = await tx.kysely
      .selectFrom('alert_destinations')
      .select(['name', 'config', 'paused_at'])
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (destination === undefined) return;
    const { name, config, paused_at: pausedAt } = destination;
    const { addresses = [] } = config;
    const left = addresses.filter((one) => one !== address);
    if (left.length === addresses.length) return;
    const isLast = left.length === 0;
    await sql`
      update alert_destinations set config = ${JSON.stringify({ ...config, addresses: left })}::jsonb,
        updated_at = clock_timestamp(),
        paused_at = case when ${isLast} then coalesce(paused_at, now()) else paused_at end,
        paused_reason = case when ${isLast} then ${EVERYBODY_LEFT} else paused_reason end
      where organization_id = ${organizationId}::int8 and id = ${id}::int8`.execute(tx.kysely);
    await writeAudit(tx, {
      ...{ organizationId, actor: RECIPIENT, action: 'alert_destination.change', target: name },
      ...{ before: { config: { addresses } }, after: { id, config: { addresses: left } } },
    });
    if (isLast && pausedAt === null) await reportPause(tx, organizationId, EVERYBODY_LEFT, describePause);
  });
}
