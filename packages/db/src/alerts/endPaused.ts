import { sql } from 'kysely';
import { runByShard } from '../citus/shards.js';
import type { Tx } from '../connection/inTransaction.js';
import { readProjectIds, type DestinationKey } from './destination.js';

/** The problem of deliveries whose destination was deleted. */
export const DELETED = 'the destination was deleted';

/**
 * Ends the paused deliveries of a destination that is being deleted: nobody resumes them. Call it with the row of the destination
 * locked and marked as deleted. What is due or under way is not paused after that, and ends with its attempt or instead of the next.
 */
export async function endPaused(tx: Tx, { organizationId, destinationId }: DestinationKey): Promise<void> {
  await runByShard(
    tx,
    await readProjectIds(tx, organizationId),
    (projectId) => projectId,
    ({ items }) => sql`
      update alert_deliveries set state = 'failed', problem = ${DELETED}, finished_at = now()
      where project_id = any(${items}::int8[]) and destination_id = ${destinationId}::int8 and state = 'paused'`,
  );
}
