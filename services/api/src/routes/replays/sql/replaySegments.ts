import { DAY_MS, DEFAULT_MAX_EVENT_AGE_MS, lowestIdAt, orderingTime, timeOfId } from '@sluice/contract';
import { sql } from 'kysely';
import { type Queryable, unnest } from '@sluice/db';

/** A stored segment without its events. */
export interface StoredSegment {
  readonly segment: number;
  /** The event id. */
  readonly id: string;
  readonly timestamp: Date;
  /** As sent by the client; `null` if it sent none. */
  readonly start: Date | null;
  readonly end: Date | null;
  readonly eventCount: number;
  readonly traceId: string | null;
}

/** The arrivals of a replay's segments: from an event id to the end of a UTC day. */
export interface ReplayRange {
  readonly id: string;
  readonly firstId: string;
  /** The last UTC day on which a segment arrived, `YYYY-MM-DD`. */
  readonly lastDay: string;
}

/**
 * Returns the segments of replays in the order of `places`, each replay's by number. Of a number that is stored twice, the one
 * with the smallest event id. Reads at most `most` rows of each replay, without events.
 */
export async function readSegments(
  db: Queryable,
  projectId: string,
  places: readonly ReplayRange[],
  most: number,
): Promise<readonly MergedSegments[]> {
  if (places.length === 0) return [];
  const { rows } = await sql<StoredSegment & { replayId: string }>`
    select n.id as "replayId", s.* from ${unnest('n', {
      id: ['text', places.map(({ id }) => id)],
      first_id: ['uuid', places.map(({ firstId }) => firstId)],
      before: ['uuid', places.map(({ lastDay }) => lowestIdAt(Date.parse(lastDay) + DAY_MS))],
    })}
    cross join lateral (
      select segment, id, timestamp, start_time as start, end_time as "end", event_count as "eventCount",
        trace_id as "traceId"
      from replays where project_id = ${projectId} and replay_id = n.id and id >= n.first_id and id < n.before
      order by segment, id limit ${most}) as s`.execute(db.kysely);
  const byReplay = new Map<string, StoredSegment[]>(places.map(({ id }) => [id, []]));
  for (const { replayId, ...segment } of rows) byReplay.get(replayId)?.push(segment);
  return places.map(({ id }) => mergeSegments(byReplay.get(id) ?? [], { most, maxAgeMs: db.maxEventAgeMs }));
}

/**
 * Returns when a replay began and ended by the clock of its client. If that is more than `maxAgeMs`, the clock was changed
 * during the replay or a time is wrong: then the times of each segment count as `orderingTime` bounds them. `deriveReplays` does the
 * same.
 */
function timesOf(
  segments: readonly StoredSegment[],
  maxAgeMs = DEFAULT_MAX_EVENT_AGE_MS,
): Pick<MergedSegments, 'startedAt' | 'endedAt'> {
  const spans = segments.map(({ id, start, end, timestamp }) => {
    const startMs = (start ?? timestamp).getTime();
    return { arrivalMs: timeOfId(id), startMs, endMs: Math.max(end?.getTime() ?? startMs, startMs) };
  });
  const sent = extentOf(spans);
  return sent.endedAt.getTime() - sent.startedAt.getTime() <= maxAgeMs
    ? sent
    : extentOf(
        spans.map(({ arrivalMs, startMs, endMs }) => ({
          startMs: orderingTime(startMs, { arrivalMs, maxAgeMs }),
          endMs: orderingTime(endMs, { arrivalMs, maxAgeMs }),
        })),
      );
}

function extentOf(spans: readonly { readonly startMs: number; readonly endMs: number }[]) {
  if (spans.length === 0) return { startedAt: new Date(0), endedAt: new Date(0) };
  const startMs = Math.min(...spans.map((span) => span.startMs));
  return { startedAt: new Date(startMs), endedAt: new Date(Math.max(startMs, ...spans.map((span) => span.endMs))) };
}

/** The merged segments of a replay. */
export interface MergedSegments {
  /** Each number once, in order. */
  readonly segments: readonly StoredSegment[];
  /** Numbers from 0 that are not stored, both ends included. */
  readonly gaps: readonly { readonly from: number; readonly to: number }[];
  readonly startedAt: Date;
  readonly endedAt: Date;
  readonly eventCount: number;
  /** There may be more segments than were read. */
  readonly truncated: boolean;
}

/** Merges stored segments in the order of (number, event id). `most` is the most that were read. */
function mergeSegments(
  stored: readonly StoredSegment[],
  { most, maxAgeMs }: { readonly most: number; readonly maxAgeMs: number | undefined },
): MergedSegments {
  const segments: StoredSegment[] = [];
  const gaps: { from: number; to: number }[] = [];
  let [expected, eventCount] = [0, 0];
  for (const one of stored) {
    if (segments.at(-1)?.segment === one.segment) continue;
    if (one.segment > expected) gaps.push({ from: expected, to: one.segment - 1 });
    expected = one.segment + 1;
    segments.push(one);
    eventCount += one.eventCount;
  }
  return {
    segments,
    gaps,
    ...timesOf(segments, maxAgeMs),
    eventCount,
    truncated: stored.length >= most,
  };
}
