import type { Actor } from '@sluice/contract';
import { sql } from 'kysely';
import { type Database, inTransaction, type Tx, writeAudit } from '@sluice/db';
import { resumeDestination } from '../deliveries/destination.js';
import { isWithoutAddress } from '../../addresses/pauseReasons.js';
import type { AskedAddress } from './addressTokens.js';
import { mailAddress } from '../../addresses/mailAddress.js';

/** Whoever reads the mail can open the link. */
const RECIPIENT: Actor = { kind: 'operator', label: 'a link in an email' };

/**
 * Confirms the address of a verified link for its organization, and resumes the destinations that waited for an address. Returns `false`, and
 * changes nothing, if the address unsubscribed after it was asked: then only a later link confirms it. Repeating it changes nothing.
 */
export function confirmAddress(db: Database, asked: AskedAddress): Promise<boolean> {
  const { organizationId, destinationId, address, askedMs, destination } = asked;
  const { exact, mailbox } = mailAddress(address);
  return inTransaction(db, async (tx) => {
    // What is asked within the second in which it unsubscribed is later: the token has whole seconds.
    const { rows: later } = await sql`
      select 1 from alert_addresses where organization_id in (0, ${organizationId}::int8) and address = ${mailbox}
        and date_trunc('second', unsubscribed_at) > ${new Date(askedMs).toISOString()}::timestamptz`.execute(tx.kysely);
    if (later.length > 0) return false;
    await sql`
      insert into alert_addresses (organization_id, address, confirmed_at)
      values (${organizationId}::int8, ${exact}, now())
      on conflict (organization_id, address) do update set confirmed_at = now(), asked = 0`.execute(tx.kysely);
    await sql`
      update alert_addresses set asked = 0
      where organization_id = ${organizationId}::int8 and address = ${mailbox}`.execute(tx.kysely);
    await writeAudit(tx, {
      organizationId,
      actor: RECIPIENT,
      action: 'alert_destination.change',
      target: destination,
      after: { id: destinationId, confirmed: address },
    });
    await resumeWithAddress(tx, organizationId, exact);
    return true;
  });
}

/** Resumes the destinations with this address that are paused because no address got alerts. */
async function resumeWithAddress(tx: Tx, organizationId: string, exact: string): Promise<void> {
  const { rows } = await sql<{ id: string; addresses: readonly string[] | null; reason: string | null }>`
    select id, config->'addresses' as addresses, paused_reason as reason from alert_destinations
    where organization_id = ${organizationId}::int8 and kind = 'email' and deleted_at is null and paused_at is not null
    order by id for update`.execute(tx.kysely);
  for (const { id, addresses, reason } of rows)
    if (isWithoutAddress(reason) && (addresses ?? []).some((one) => mailAddress(one).exact === exact))
      await resumeDestination(tx, { organizationId, destinationId: id });
}
