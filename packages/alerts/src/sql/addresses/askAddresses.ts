import { sql } from 'kysely';
import { type Database, inTransaction, TenancyError, type Tx } from '@sluice/db';
import { readClock } from '../readClock.js';
import { readUnsubscribeKey } from './unsubscribe.js';
import { addressToken } from './unsubscribeAddress.js';
import { getsAlerts, readAddressStatus, type AddressStatus } from './addressStatus.js';
import { confirmationToken } from './addressTokens.js';
import { lockMailCounts } from './mailCounts.js';
import { reserveOwnQuestion, reserveQuestion, type AskLimits, type Reservation } from './reserveQuestion.js';

/** An address that is to be asked, with the tokens of its links. */
export interface Question {
  readonly address: string;
  readonly confirmToken: string;
  readonly unsubscribeToken: string;
  /** Slug. */
  readonly organization: string;
  /** Name. */
  readonly destination: string;
  /** For `releaseReservation`, if the mail cannot be sent. */
  readonly reservation: Reservation;
}

/** Which addresses are asked. */
interface AskQuery {
  readonly organizationId: string;
  readonly destinationId: string;
  /** Default: all of the destination that wait and were never asked. */
  readonly address?: string | undefined;
}

/**
 * Returns the addresses of a destination `email` that are to be asked now, and counts the mails: send each of them, or release
 * its reservation (`releaseReservation`). An address that is confirmed or unsubscribed is never asked.
 * @throws TenancyError `too_many` if an address was named that reached a limit, `invalid` if it does not wait, `not_found` if the
 * destination does not have it
 */
export function askAddresses(db: Database, query: AskQuery, limits: AskLimits): Promise<readonly Question[]> {
  return inTransaction(db, async (tx) => {
    const destination = await readAsking(tx, query);
    if (destination === undefined) return [];
    if (query.address !== undefined && !destination.addresses.includes(query.address))
      throw new TenancyError('not_found', 'the destination has no such address');
    await lockMailCounts(tx);
    const states = await readAddressStatus(tx, { ...query, ...destination });
    const questions: Question[] = [];
    for (const [index, address] of destination.addresses.entries()) {
      const status = states[index];
      if (status === undefined || !isAsked(status, { ...query, each: address })) continue;
      const reservation = await reserveQuestion(tx, { organizationId: query.organizationId, address }, limits);
      if (!(reservation instanceof TenancyError))
        questions.push({ ...(await toQuestion(tx, { ...query, address }, destination)), reservation });
      else if (query.address !== undefined) throw reservation;
    }
    return questions;
  });
}

/** Whether an address is asked now. @throws TenancyError `invalid` if it was named and does not wait */
function isAsked(
  status: AddressStatus,
  { address, each }: { readonly address?: string | undefined; readonly each: string },
): boolean {
  if (address === undefined) return status.state === 'waiting' && status.askedAt === null;
  if (address !== each) return false;
  if (status.state === 'waiting') return true;
  throw new TenancyError(
    'invalid',
    status.state === 'confirmed'
      ? 'address: already confirmed'
      : 'address: unsubscribed; only its owner can change that, with the link in an earlier email',
  );
}

interface Asking {
  /** Slug. */
  readonly organization: string;
  /** Name. */
  readonly destination: string;
  readonly addresses: readonly string[];
}

async function readAsking(
  tx: Tx,
  { organizationId, destinationId }: Pick<AskQuery, 'organizationId' | 'destinationId'>,
): Promise<Asking | undefined> {
  const { rows } = await sql<Asking>`
    select o.slug as organization, d.name as destination, d.config->'addresses' as addresses
    from alert_destinations d join organizations o on o.id = d.organization_id
    where d.organization_id = ${organizationId}::int8 and d.id = ${destinationId}::int8 and d.kind = 'email'
      and d.deleted_at is null`.execute(tx.kysely);
  return rows[0];
}

async function toQuestion(
  tx: Tx,
  { organizationId, destinationId, address }: AskQuery & { readonly address: string },
  { organization, destination }: Asking,
): Promise<Omit<Question, 'reservation'>> {
  const key = (await readUnsubscribeKey(tx, { organizationId, destinationId })) ?? '';
  const link = { organizationId, destinationId, address };
  return {
    address,
    organization,
    destination,
    confirmToken: confirmationToken(key, { ...link, askedMs: await readClock(tx) }),
    unsubscribeToken: addressToken(key, link),
  };
}

/**
 * Returns the question to an address that unsubscribed and whose owner asks for it by an earlier link, and counts the mail; `undefined` if it
 * gets alerts anyway. @throws TenancyError `too_many`
 */
export function askAgain(
  db: Database,
  query: AskQuery & { readonly address: string },
  limits: Pick<AskLimits, 'address'>,
): Promise<Question | undefined> {
  return inTransaction(db, async (tx) => {
    const destination = await readAsking(tx, query);
    if (destination === undefined) return undefined;
    await lockMailCounts(tx);
    const [status] = await readAddressStatus(tx, { ...query, addresses: [query.address] });
    if (status === undefined || getsAlerts(status)) return undefined;
    const reservation = await reserveOwnQuestion(tx, query, limits);
    if (reservation instanceof TenancyError) throw reservation;
    return { ...(await toQuestion(tx, query, destination)), reservation };
  });
}
