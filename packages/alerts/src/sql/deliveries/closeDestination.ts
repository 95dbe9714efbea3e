import { keepsIncidents } from '@sluice/contract';
import { sql } from 'kysely';
import { runByShard, type Tx, unnest } from '@sluice/db';
import { readProjectIds, type AlertDestination } from './destination.js';
import { openSeries } from './openIncidents.js';

/** The problem of deliveries whose destination was deleted. */
export const DELETED = 'the destination was deleted';

/**
 * Ends what waits for a destination that is being deleted, and asks for one last delivery in each project of which it has open incidents:
 * that closes them. Call it with the row of the destination locked (`for update`) and marked as deleted. Attempts in flight are not repeated
 * after that, and are answered before the last delivery is sent. Deliveries that are claimed from now on, also those without a message
 * yet, send nothing, and open no incident: see `readDestinationForAttempt`.
 *
 * Invariant: the last delivery contains what it needs of the destination, which has lost its secrets. It is deleted when the delivery ends.
 */
export async function closeDestination(tx: Tx, destination: AlertDestination): Promise<void> {
  const { organizationId, id, kind } = destination;
  const projectIds = await readProjectIds(tx, organizationId);
  await endWaiting(tx, projectIds, id);
  if (!keepsIncidents(kind)) return;
  const open = await runByShard(
    tx,
    projectIds,
    (projectId) => projectId,
    ({ items }) => sql<{ project_id: string }>`
      select distinct project_id from (${openSeries(items, id)}) o where state = 'firing'`,
  );
  const target = JSON.stringify({ ...destination, quietHours: null, isPaused: false });
  await runByShard(
    tx,
    open.map((row) => row.project_id),
    (projectId) => projectId,
    ({ items }) => sql`
      insert into alert_deliveries (project_id, id, organization_id, destination_id, target)
      select n.project_id, gen_random_uuid(), ${organizationId}::int8, ${id}::int8, ${target}::json
      from ${unnest('n', { project_id: ['int8', items] })}`,
  );
}

/** An attempt that is being claimed or settled has locked its delivery and waits for the destination; it ends the delivery itself. */
async function endWaiting(tx: Tx, projectIds: readonly string[], destinationId: string): Promise<void> {
  await runByShard(
    tx,
    projectIds,
    (projectId) => projectId,
    ({ items, within }) => sql`
      with waiting as materialized (
        select project_id, id from alert_deliveries
        where project_id = any(${items}::int8[]) and destination_id = ${destinationId}::int8 and ${within('project_id')}
          and (state = 'paused' or state = 'waiting' and (claimed_until is null or claimed_until < now()))
        for update skip locked)
      update alert_deliveries d set state = 'failed', problem = ${DELETED}, claimed_until = null, finished_at = now()
      from waiting w where d.project_id = w.project_id and d.id = w.id and ${within('d.project_id')}`,
  );
}
