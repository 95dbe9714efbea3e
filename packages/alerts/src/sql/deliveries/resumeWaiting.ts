import type { QuietHours } from '@sluice/contract';
import { sql } from 'kysely';
import { runByShard, type Tx, unnest } from '@sluice/db';
import { hourOf, spreadOverHours } from '../../decide/spreadOverHours.js';

/** A destination that is resumed. */
interface Resumed {
  readonly organizationId: string;
  readonly destinationId: string;
  readonly hourlyLimit: number;
  readonly quietHours: QuietHours | null;
  /** Where its rows may be. */
  readonly projectIds: readonly string[];
}

const ofProject = (projectId: string): string => projectId;

/**
 * Makes the waiting deliveries of a destination due. Deliveries without a message were never attempted: they are deleted, and their notices, with
 * those of no delivery, become one message for each project. The others may have arrived: they keep their id and message, and
 * are due as the hourly limit and quiet hours allow, the oldest first; each is counted in its hour. The schedule of retries starts over.
 *
 * Call it with the row of the destination locked. Lock order as in `composeDeliveries`: notices, then hours.
 */
export async function resumeWaiting(tx: Tx, resumed: Resumed): Promise<void> {
  const { projectIds, destinationId } = resumed;
  await runByShard(
    tx,
    projectIds,
    ofProject,
    ({ items }) => sql`
      with unsent as (
        delete from alert_deliveries
        where project_id = any(${items}::int8[]) and destination_id = ${destinationId}::int8 and state = 'paused'
          and message is null
        returning project_id, id)
      update alert_notices n set delivery_id = null from unsent
      where n.project_id = any(${items}::int8[]) and n.project_id = unsent.project_id and n.delivery_id = unsent.id`,
  );
  await runByShard(
    tx,
    projectIds,
    ofProject,
    ({ items }) => sql`
      update alert_notices set due_at = now()
      where project_id = any(${items}::int8[]) and destination_id = ${destinationId}::int8 and delivery_id is null`,
  );
  await wakeAttempted(tx, resumed);
}

async function wakeAttempted(tx: Tx, resumed: Resumed): Promise<void> {
  const { organizationId, destinationId, projectIds, hourlyLimit: limit, quietHours } = resumed;
  const waiting = await runByShard(
    tx,
    projectIds,
    ofProject,
    ({ items }) => sql<{ project_id: string; id: string; created_at: Date }>`
      select project_id, id, created_at from alert_deliveries
      where project_id = any(${items}::int8[]) and destination_id = ${destinationId}::int8 and state = 'paused'`,
  );
  if (waiting.length === 0) return;
  const { rows: hours } = await sql<{ hour: Date; sent: number }>`
    select hour, sent from alert_destination_hours where organization_id = ${organizationId}::int8
      and destination_id = ${destinationId}::int8 and hour >= hour_of(now())`.execute(tx.kysely);
  const { rows: clock } = await sql<{ time: Date }>`select clock_timestamp() as time`.execute(tx.kysely);
  const nowMs = clock[0]?.time.getTime() ?? Date.now();
  const granted = new Map(hours.map(({ hour, sent }) => [hour.getTime(), sent]));
  const times = spreadOverHours(waiting.length, { limit, granted, quietHours, nowMs });
  const oldestFirst = [...waiting].sort((a, b) => a.created_at.getTime() - b.created_at.getTime());
  const due = oldestFirst.map(({ project_id: projectId, id }, n) => ({ projectId, id, ms: times[n] ?? nowMs }));
  await wake(tx, due);
  await chargeHours(tx, resumed, times);
}

const isoOf = (ms: number): string => new Date(ms).toISOString();

async function wake(
  tx: Tx,
  due: readonly { readonly projectId: string; readonly id: string; readonly ms: number }[],
): Promise<void> {
  await runByShard(
    tx,
    due,
    ({ projectId }) => projectId,
    ({ items, within }) => sql`
      update alert_deliveries d set state = 'waiting', next_at = n.next_at, claimed_until = null, tries_from = d.attempts
      from ${unnest('n', {
        project_id: ['int8', items.map(({ projectId }) => projectId)],
        id: ['uuid', items.map(({ id }) => id)],
        next_at: ['timestamptz', items.map(({ ms }) => isoOf(ms))],
      })}
      where d.project_id = n.project_id and d.id = n.id and ${within('d.project_id')}`,
  );
}

async function chargeHours(
  tx: Tx,
  { organizationId, destinationId }: Resumed,
  times: readonly number[],
): Promise<void> {
  const counts = new Map<number, number>();
  for (const ms of times) counts.set(hourOf(ms), (counts.get(hourOf(ms)) ?? 0) + 1);
  const sorted = [...counts].sort(([a], [b]) => a - b);
  await sql`
    insert into alert_destination_hours as h (organization_id, destination_id, hour, sent)
    select ${organizationId}::int8, ${destinationId}::int8, n.hour, n.sent from ${unnest('n', {
      hour: ['timestamptz', sorted.map(([hour]) => isoOf(hour))],
      sent: ['int4', sorted.map(([, count]) => count)],
    })}
    on conflict (organization_id, destination_id, hour) do update set sent = h.sent + excluded.sent`.execute(tx.kysely);
}
