import type { Json } from '@sluice/contract';
import type { EventRow, EventTableName, Tx, UserSighting } from '@sluice/db';
import { upsertProjectUsers } from '@sluice/db';
import type { EnrichedEvent } from '@sluice/enrichment';
import type { RowFacts, StoredRow } from './definition.js';

/** The columns that every event table has. */
export function eventColumns(event: EnrichedEvent, facts: RowFacts): EventRow {
  return {
    project_id: facts.projectId,
    id: event.id,
    timestamp: event.timestampMs,
    environment: event.environment,
    release: event.release,
    user_key: event.user?.key ?? null,
    trace_id: event.traceId,
    span_id: event.spanId,
    replay_id: event.replayId,
    tags: jsonColumn(event.tags),
    contexts: jsonColumn(event.contexts),
  };
}

/** An object as `jsonb`; an empty one is NULL, which costs nothing to store. */
export function jsonColumn(value: Readonly<Record<string, Json>>): string | null {
  for (const _key in value) return JSON.stringify(value);
  return null;
}

/** Links stored events to their project users (spec 2.2). Last in every worker's `derive`: users are shared by all. */
export async function deriveUsers(tx: Tx, stored: readonly StoredRow<EventTableName>[]): Promise<void> {
  const sightings: UserSighting[] = [];
  for (const { event, facts } of stored) {
    if (event.user === undefined) continue;
    const { key, ...fields } = event.user;
    sightings.push({ projectId: facts.projectId, userKey: key, timestampMs: event.timestampMs, ...fields });
  }
  if (sightings.length > 0) await upsertProjectUsers(tx, sightings);
}
