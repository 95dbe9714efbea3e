import { LIMITS, type Json } from '@sluice/contract';
import type { ReplayRow } from '@sluice/db';
import { makeRow, type RowFacts } from '@sluice/drain';
import { readText, readTime, type EnrichedEvent } from '@sluice/enrichment';

const MAX_SEGMENT = 2_147_483_647;

/**
 * Returns the row of a replay segment (protocol 2.8). Without a `replayId` it belongs to the replay of its context;
 * without that, to a replay named after the event, so that a repeated job uses the same name.
 */
export function toReplayRow(event: EnrichedEvent, facts: RowFacts): ReplayRow {
  const { replayId, segment, events, startTime, endTime } = event.payload;
  return makeRow(event, facts, {
    replay_id: readText(replayId, LIMITS.maxIdentifier) ?? event.replayId ?? event.id,
    segment: isSegment(segment) ? segment : 0,
    start_time: readTime(startTime),
    end_time: readTime(endTime),
    events: JSON.stringify(events ?? []),
    event_count: Array.isArray(events) ? events.length : 0,
  });
}

const isSegment = (value: Json | undefined): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= MAX_SEGMENT;
