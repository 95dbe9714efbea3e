import { hourOf, startOfHour, type EventType } from '@sluice/contract';
import { sql } from 'kysely';
import type { Tx } from '../connection/inTransaction.js';
import { mergeByKey } from '../connection/keys.js';
import { unnest } from '../connection/unnest.js';

/** Events that an erasure deleted or kept from being stored. */
export interface ErasedEvents {
  readonly projectId: string;
  readonly erasureId: string;
  readonly type: EventType;
  /** Arrival, milliseconds since 1970. */
  readonly arrivalMs: number;
  readonly count: number;
}

/**
 * Counts erased events. Call it in the transaction that deletes or skips them, so that the accounting always adds up, and
 * before anything derived is locked: workers and the task lock in this order.
 */
export async function addErased(tx: Tx, events: readonly ErasedEvents[]): Promise<void> {
  if (events.length === 0) return;
  const merged = mergeByKey(
    events.map((event) => ({ ...event, hour: startOfHour(hourOf(event.arrivalMs)) })),
    ({ projectId, erasureId, type, hour }) => [projectId, erasureId, type, String(hour)],
    (event) => event,
    (sum, { count }) => ({ ...sum, count: sum.count + count }),
  );
  await sql`
    insert into erased_events as e (project_id, erasure_id, type, hour, count)
    select * from ${unnest('n', {
      project_id: ['int8', merged.map(({ projectId }) => projectId)],
      erasure_id: ['uuid', merged.map(({ erasureId }) => erasureId)],
      type: ['text', merged.map(({ type }) => type)],
      hour: ['timestamptz', merged.map(({ hour }) => new Date(hour).toISOString())],
      count: ['int8', merged.map(({ count }) => count)],
    })}
    on conflict (project_id, erasure_id, type, hour) do update set count = e.count + excluded.count`.execute(tx.kysely);
}
