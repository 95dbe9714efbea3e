import { DAY_MS } from '@sluice/contract';
import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import type { Queryable } from '@sluice/db';
import { isRowId } from '../rowId.js';
import { isEqual } from './unsubscribe.js';
import { addressId } from '../../addresses/addressId.js';

/** An address of a destination that is asked whether it wants alerts. */
interface AddressQuestion {
  readonly organizationId: string;
  readonly destinationId: string;
  readonly address: string;
  /** Milliseconds since 1970; whole seconds are kept. */
  readonly askedMs: number;
}

/** A verified link, by names. */
export interface AskedAddress extends AddressQuestion {
  /** Slug. */
  readonly organization: string;
  /** Name. */
  readonly destination: string;
}

/** How long a link confirms an address. */
const VALID_MS = 7 * DAY_MS;

const signatureOf = (key: string, fields: string): string =>
  createHmac('sha256', key).update(`sluice confirm address ${fields}`).digest('base64url');

/** Returns the token of a link that confirms an address for a week. It does not contain the address. @param key see `readUnsubscribeKey` */
export function confirmationToken(
  key: string,
  { organizationId, destinationId, address, askedMs }: AddressQuestion,
): string {
  const fields = `${organizationId}-${destinationId}-c${addressId(key, address)}-${Math.floor(askedMs / 1_000)}`;
  return `${fields}-${signatureOf(key, fields)}`;
}

const TOKEN = /^((\d{1,18})-(\d{1,18})-c([A-Za-z0-9_-]{22})-(\d{1,12}))-([A-Za-z0-9_-]{43})$/;

/**
 * Returns what a token confirms; `undefined` if Sluice did not make it, it is older than a week, or the destination is deleted or no longer has
 * the address. Changes nothing.
 */
export async function verifyConfirmationToken(
  db: Queryable,
  token: string,
  nowMs: number,
): Promise<AskedAddress | undefined> {
  const [, fields = '', organizationId = '', destinationId = '', id = '', seconds = '', signature = ''] =
    TOKEN.exec(token) ?? [];
  if (![organizationId, destinationId].every(isRowId)) return undefined;
  const askedMs = Number(seconds) * 1_000;
  if (nowMs - askedMs > VALID_MS) return undefined;
  const { rows } = await sql<LinkRow>`
    select d.secrets->>'unsubscribeKey' as key, o.slug as organization, d.name as destination,
      d.config->'addresses' as addresses
    from alert_destinations d join organizations o on o.id = d.organization_id
    where d.organization_id = ${organizationId}::int8 and d.id = ${destinationId}::int8 and d.kind = 'email'
      and d.deleted_at is null`.execute(db.kysely);
  const [row] = rows;
  if (row?.key === null || row === undefined || !isEqual(signatureOf(row.key, fields), signature)) return undefined;
  const { key, organization, destination, addresses } = row;
  const address = (addresses ?? []).find((one) => addressId(key, one) === id);
  return address === undefined
    ? undefined
    : { organizationId, destinationId, address, askedMs, organization, destination };
}

interface LinkRow {
  readonly key: string | null;
  readonly organization: string;
  readonly destination: string;
  readonly addresses: readonly string[] | null;
}
