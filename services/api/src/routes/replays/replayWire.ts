import { timeOfId } from '@sluice/contract';
import type { Culprit } from '@sluice/sourcemaps';
import { exceptionToWire } from '../exceptions/exceptionWire.js';
import type { StoredException } from '../exceptions/sql/storedException.js';
import type { ReplayPages } from './sql/listSortedReplays.js';
import type { ReplayDetail } from './sql/readReplay.js';
import type { ReplayMarker } from './sql/readReplayMarkers.js';
import type { StoredReplay } from './sql/storedReplay.js';

/** Returns a marker as in a response. */
export const markerToWire = ({ timestamp, ...marker }: ReplayMarker) => ({
  ...marker,
  timestamp: timestamp.toISOString(),
});

/** What is derived of a replay, and the names of project users by key. */
interface ReplayFacts {
  readonly pages: ReplayPages | undefined;
  readonly names: ReadonlyMap<string, string>;
}

/** A replay in a list. */
export const replayToWire = (replay: StoredReplay, { pages, names }: ReplayFacts) => ({
  pages: pages?.pages ?? null,
  urls: pages?.urls ?? [],
  id: replay.id,
  startTime: replay.startedAt.toISOString(),
  endTime: replay.endedAt.toISOString(),
  duration: replay.endedAt.getTime() - replay.startedAt.getTime(),
  segments: replay.segmentCount,
  gaps: replay.gaps,
  eventCount: replay.eventCount,
  errorCount: replay.errorCount,
  truncated: replay.truncated,
  environment: replay.environment,
  release: replay.release,
  user: replay.userKey,
  userName: names.get(replay.userKey ?? '') ?? null,
  receivedAt: replay.receivedAt.toISOString(),
});

/** Returns a replay with its segments. `culprits` has those of its exceptions by event id. */
export const replayDetailToWire = (
  replay: ReplayDetail & ReplayFacts,
  exceptions: readonly StoredException[],
  { culprits, maxEventAgeMs }: { readonly culprits: ReadonlyMap<string, Culprit>; readonly maxEventAgeMs: number },
) => ({
  ...replayToWire(replay, replay),
  segmentList: replay.segments.map((segment) => ({
    segment: segment.segment,
    id: segment.id,
    startTime: segment.start?.toISOString() ?? null,
    endTime: segment.end?.toISOString() ?? null,
    eventCount: segment.eventCount,
    receivedAt: new Date(timeOfId(segment.id)).toISOString(),
  })),
  exceptions: exceptions
    .toSorted((a, b) => a.timestamp.getTime() - b.timestamp.getTime())
    .map((exception) => exceptionToWire(exception, { culprit: culprits.get(exception.id), names: replay.names })),
  traceIds: replay.traceIds,
  maxEventAge: maxEventAgeMs,
});
