import { DAY_MS } from '@sluice/contract';
import { sql } from 'kysely';
import { type Database, inTransaction, TenancyError, type TenantLimit, type Tx } from '@sluice/db';
import { readClock } from '../readClock.js';
import { mailAddress } from '../../addresses/mailAddress.js';
import { countMail, lockMailCounts, readMailCounts, uncountMail, type MailCount } from './mailCounts.js';

/** Mails that ask for a confirmation. */
export interface AskLimits {
  /** Of an organization in a day. */
  readonly organization: TenantLimit;
  /** To a mailbox in a day, by all organizations; and by one organization until the address confirms. */
  readonly address: TenantLimit;
}

/** What was counted for a confirmation request, for {@link releaseReservation}. */
export interface Reservation {
  readonly counts: readonly MailCount[];
  /** When it was counted, as PostgreSQL writes it: counts are those of a day. */
  readonly at: string;
  readonly organizationId: string;
  /** The hashes that were asked, and when they were asked before. Empty if the owner of the address asked for the mail. */
  readonly asked: readonly { readonly hash: string; readonly before: Date | null }[];
}

/** A limit that is reached, and for how long, in milliseconds; `undefined`: no time lifts it. */
interface Reached {
  readonly limit: TenantLimit;
  readonly what: string;
  readonly waitMs?: number;
}

const tooMany = ({ limit: { most, setting }, what, waitMs }: Reached): TenancyError =>
  new TenancyError('too_many', `${what}, and the limit is ${most} (${setting})`, {
    retryAfterS: waitMs === undefined ? undefined : Math.ceil(waitMs / 1_000),
  });

const untilTomorrow = (nowMs: number): number => DAY_MS - (nowMs % DAY_MS);

interface ReserveQuery {
  readonly organizationId: string;
  readonly address: string;
}

/** Counts a mail to an address by an organization. Returns the error instead, `too_many`, if a limit is reached. */
export async function reserveQuestion(
  tx: Tx,
  { organizationId, address }: ReserveQuery,
  limits: AskLimits,
): Promise<Reservation | TenancyError> {
  const { exact, mailbox } = mailAddress(address);
  const hashes = [...new Set([exact, mailbox])];
  const { rows } = await sql<{ address: string; asked: number; asked_at: Date | null }>`
    select address, asked, asked_at from alert_addresses
    where organization_id = ${organizationId}::int8 and address = any(${hashes}::text[])`.execute(tx.kysely);
  const known = new Map(rows.map((row) => [row.address, row]));
  const asked = known.get(mailbox)?.asked ?? 0;
  if (asked >= limits.address.most)
    return tooMany({ limit: limits.address, what: `the organization has asked the address ${asked} times` });
  const counts: readonly MailCount[] = [
    { kind: 'asked by', key: organizationId },
    { kind: 'asked', key: mailbox },
  ];
  const [ofOrganization = 0, ofAddress = 0] = await readMailCounts(tx, counts);
  const nowMs = await readClock(tx);
  if (ofOrganization >= limits.organization.most)
    return tooMany({
      limit: limits.organization,
      what: `the organization sent ${ofOrganization} emails that ask for a confirmation today`,
      waitMs: untilTomorrow(nowMs),
    });
  if (ofAddress >= limits.address.most) return tooManyTo(ofAddress, limits, nowMs);
  await countMail(tx, counts);
  for (const hash of hashes)
    await sql`
      insert into alert_addresses as a (organization_id, address, asked, asked_at)
      values (${organizationId}::int8, ${hash}, 1, now())
      on conflict (organization_id, address) do update set asked = a.asked + 1, asked_at = now()`.execute(tx.kysely);
  const at = await readBegin(tx);
  return {
    counts,
    at,
    organizationId,
    asked: hashes.map((hash) => ({ hash, before: known.get(hash)?.asked_at ?? null })),
  };
}

const tooManyTo = (sent: number, { address: limit }: Pick<AskLimits, 'address'>, nowMs: number): TenancyError =>
  tooMany({
    limit,
    what: `the address got ${sent} emails that ask for a confirmation today`,
    waitMs: untilTomorrow(nowMs),
  });

/** Counts a mail to an address whose owner asks for it. Returns the error instead, `too_many`, if the limit is reached. */
export async function reserveOwnQuestion(
  tx: Tx,
  { organizationId, address }: ReserveQuery,
  limits: Pick<AskLimits, 'address'>,
): Promise<Reservation | TenancyError> {
  const counts = [{ kind: 'asked', key: mailAddress(address).mailbox }] as const;
  const [sent = 0] = await readMailCounts(tx, counts);
  if (sent >= limits.address.most) return tooManyTo(sent, limits, await readClock(tx));
  await countMail(tx, counts);
  return { counts, at: await readBegin(tx), organizationId, asked: [] };
}

/** `now()` of the transaction, with its microseconds. */
async function readBegin(tx: Tx): Promise<string> {
  const { rows } = await sql<{ at: string }>`select now()::text as at`.execute(tx.kysely);
  return rows[0]?.at ?? '';
}

/** Undoes the counts of a question that the mail server did not accept. Counts of other questions stay. */
export function releaseReservation(db: Database, { counts, at, organizationId, asked }: Reservation): Promise<void> {
  return inTransaction(db, async (tx) => {
    await lockMailCounts(tx);
    await uncountMail(tx, counts, at);
    for (const { hash, before } of asked)
      await sql`
        update alert_addresses set asked = greatest(0, asked - 1),
          asked_at = case when asked_at = ${at}::timestamptz then ${before}::timestamptz else asked_at end
        where organization_id = ${organizationId}::int8 and address = ${hash}`.execute(tx.kysely);
  });
}
