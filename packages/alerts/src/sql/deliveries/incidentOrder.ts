/**
 * The order of requests at destinations that keep incidents (`keepsIncidents`), where a firing that arrives after its recovery opens an
 * incident that nobody resolves.
 *
 * Invariant: for each incident of a destination, the last request that arrives is about the latest firing or recovery of which a delivery
 * was made. Deliveries are made only while no request to the destination is in flight ({@link findInFlight}); from then on no attempt sends
 * what an earlier firing or recovery of the same series says ({@link readSuperseded}). So deliveries wait for answers, never for retries.
 * The lease of a claim bounds how long a request may be in flight.
 */
import { sql } from 'kysely';
import { type Queryable, type Tx, unnest } from '@sluice/db';
import type { ClaimedDelivery } from './claimDeliveries.js';

/**
 * Returns the destinations of which an attempt has been begun and not settled. Their deliveries cannot be claimed until the
 * transaction ends: an attempt that begins later sees the deliveries that the transaction makes.
 */
export async function findInFlight(
  tx: Tx,
  projectId: string,
  destinationIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (destinationIds.length === 0) return new Set();
  const { rows } = await sql<{ destination_id: string; is_claimed: boolean | null }>`
    select destination_id, claimed_until > clock_timestamp() as is_claimed from alert_deliveries
    where project_id = ${projectId}::int8 and destination_id = any(${[...destinationIds]}::int8[])
      and state = 'waiting' and kind <> 'test'
    for update`.execute(tx.kysely);
  return new Set(rows.filter((row) => row.is_claimed === true).map((row) => row.destination_id));
}

/** A firing or a recovery of a series that a message reports: the last one of the message. */
export interface ReportedSeries {
  readonly ruleId: string;
  readonly subject: string;
  readonly at: string;
}

/** Returns the subjects about which another delivery to the same destination has a later firing or recovery. */
export async function readSuperseded(
  db: Queryable,
  { projectId, id, destinationId }: Pick<ClaimedDelivery, 'projectId' | 'id' | 'destinationId'>,
  reported: readonly ReportedSeries[],
): Promise<readonly string[]> {
  if (reported.length === 0) return [];
  const first = reported.reduce((oldest, { at }) => (at < oldest ? at : oldest), reported[0]?.at ?? '');
  const { rows } = await sql<{ subject: string }>`
    select distinct n.subject from ${unnest('n', {
      rule_id: ['int8', reported.map(({ ruleId }) => ruleId)],
      subject: ['text', reported.map(({ subject }) => subject)],
      at: ['timestamptz', reported.map(({ at }) => at)],
    })}
    join alert_firings f on f.rule_id = n.rule_id and f.subject = n.subject and f.at > n.at
    join alert_notices t on t.project_id = f.project_id and t.firing_id = f.id
    where f.project_id = ${projectId}::int8 and f.at > ${first}::timestamptz and t.project_id = ${projectId}::int8
      and t.destination_id = ${destinationId}::int8 and t.delivery_id <> ${id}::uuid`.execute(db.kysely);
  return rows.map(({ subject }) => subject);
}
