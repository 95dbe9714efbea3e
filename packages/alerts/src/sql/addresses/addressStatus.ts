import { sql } from 'kysely';
import type { Queryable } from '@sluice/db';
import { mailAddress } from '../../addresses/mailAddress.js';

/**
 * Whether an address gets the alerts of an organization.
 *
 * | state          | gets alerts                                 | until                                                          |
 * |----------------|---------------------------------------------|----------------------------------------------------------------|
 * | `confirmed`    | yes                                         | its owner unsubscribes; of a member, the membership ends       |
 * | `waiting`      | no; before `until`, if it got some before    | its owner confirms by a link in a mail                          |
 * | `unsubscribed` | no, and no mail that asks for a confirmation | its owner asks for a mail by an earlier link, and confirms by it |
 */
export interface AddressStatus {
  readonly state: 'confirmed' | 'waiting' | 'unsubscribed';
  /** Until when it gets alerts although it has not confirmed that; `null`: it does not. */
  readonly until: Date | null;
  /** When it was last asked; `null`: never. */
  readonly askedAt: Date | null;
}

/** Addresses of an organization. */
export interface AddressQuery {
  readonly organizationId: string;
  readonly addresses: readonly string[];
  /** Those that got alerts before they had to confirm that; default: none. */
  readonly unconfirmed?: readonly string[] | null;
  readonly unconfirmedUntil?: Date | null;
}

interface AddressRow {
  readonly address: string;
  readonly confirmed_at: Date | null;
  readonly unsubscribed_at: Date | null;
  readonly asked_at: Date | null;
}

/** An address, and until when it gets alerts without having confirmed that; `null`: not at all. */
interface StatusItem {
  readonly address: string;
  readonly unconfirmedUntil: Date | null;
}

/** Returns the states of the addresses of a destination, in order. */
export const readAddressStatus = (db: Queryable, query: AddressQuery): Promise<readonly AddressStatus[]> =>
  readStatusOf(db, query.organizationId, statusItems(query));

/** Returns the addresses of a destination, in order. */
export const statusItems = ({
  addresses,
  unconfirmed,
  unconfirmedUntil,
}: Omit<AddressQuery, 'organizationId'>): readonly StatusItem[] =>
  addresses.map((address) => ({
    address,
    unconfirmedUntil: unconfirmed?.includes(address) === true ? (unconfirmedUntil ?? null) : null,
  }));

/** Returns the states of addresses of an organization, in order. The proven address of a member is confirmed, as decision 0143 says. */
export async function readStatusOf(
  db: Queryable,
  organizationId: string,
  items: readonly StatusItem[],
): Promise<readonly AddressStatus[]> {
  if (items.length === 0) return [];
  const hashes = items.map(({ address }) => mailAddress(address));
  const { rows } = await sql<AddressRow>`
    select address, max(confirmed_at) filter (where organization_id <> 0) as confirmed_at,
      max(unsubscribed_at) as unsubscribed_at, max(asked_at) as asked_at
    from alert_addresses
    where organization_id in (0, ${organizationId}::int8)
      and address = any(${hashes.flatMap(({ exact, mailbox }) => [exact, mailbox])}::text[])
    group by address`.execute(db.kysely);
  const known = new Map(rows.map((row) => [row.address, row]));
  const members = await readProvenAddresses(
    db,
    organizationId,
    items.map(({ address }) => address),
  );
  return items.map(({ unconfirmedUntil }, index) => {
    const { exact = '', mailbox = '' } = hashes[index] ?? {};
    const [own, all] = [known.get(exact), known.get(mailbox)];
    const askedAt = own?.asked_at ?? null;
    const confirmedMs = own?.confirmed_at?.getTime() ?? -Infinity;
    const unsubscribedAt = all?.unsubscribed_at ?? null;
    // Of both within one millisecond, which the driver does not tell apart, the mailbox that gets nothing is right.
    if (unsubscribedAt !== null && unsubscribedAt.getTime() >= confirmedMs)
      return { state: 'unsubscribed', until: null, askedAt };
    if (confirmedMs > 0 || members.has(exact)) return { state: 'confirmed', until: null, askedAt };
    const isLate = (unconfirmedUntil?.getTime() ?? 0) <= Date.now();
    return { state: 'waiting', until: isLate ? null : unconfirmedUntil, askedAt };
  });
}

/** Whether an address gets alerts. */
export const getsAlerts = ({ state, until }: AddressStatus): boolean => state === 'confirmed' || until !== null;

/** Returns the hashes of these addresses that are the proven addresses of members. */
async function readProvenAddresses(
  db: Queryable,
  organizationId: string,
  addresses: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ email: string }>`
    select u.email from memberships m join users u on u.id = m.user_id
    where m.organization_id = ${organizationId}::int8 and u.email_verified_at is not null and u.disabled_at is null
      and lower(u.email) = any(${addresses.map((address) => address.toLowerCase())}::text[])`.execute(db.kysely);
  return new Set(rows.map(({ email }) => mailAddress(email).exact));
}
