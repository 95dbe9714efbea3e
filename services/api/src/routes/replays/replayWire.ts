import { timeOfId } from '@sluice/contract';
import type { ReplayDetail } from './sql/readReplay.js';
import type { ReplayMarker } from './sql/readReplayMarkers.js';
import type { ReplayPages } from './sql/listSortedReplays.js';
import type { StoredException } from '../exceptions/sql/storedException.js';
import type { StoredReplay } from './sql/storedReplay.js';
import {
  count,
  described,
  boolean,
  id,
  listOf,
  named,
  nullable,
  number,
  object,
  oneOf,
  text,
  time,
} from '@sluice/management';
import { type Culprit } from '@sluice/sourcemaps';
import { exceptionSchema, exceptionToWire } from '../exceptions/exceptionWire.js';
import { userFields } from '../users/userFields.js';

const replayFields = {
  id: described(id, 'Id that the client chose.'),
  startTime: described(time, 'Start of its earliest segment, by the clock of the client.'),
  endTime: described(time, 'End of its latest segment, by the clock of the client.'),
  duration: described(number, 'Milliseconds from startTime to endTime.'),
  segments: described(count, 'Number of distinct segments.'),
  gaps: described(
    listOf(object({ from: count, to: count })),
    'Ranges of missing segment numbers, zero-based, both ends inclusive. Segments lost at the end cannot be detected.',
  ),
  eventCount: count,
  errorCount: described(count, 'Exceptions with its id; at most 1,000 are counted.'),
  truncated: described(boolean, 'It has more segments than were read: 500 in lists, 2,000 in details.'),
  environment: described(nullable(text()), 'Environment of its first segment; so are release and user.'),
  release: nullable(text()),
  ...userFields,
  receivedAt: described(time, 'Arrival of its first segment.'),
  pages: described(nullable(count), 'Different pages; null until it is counted, a few seconds after it arrived.'),
  urls: described(listOf(text()), 'URLs of its pages without query and fragment, at most 20, sorted.'),
};

/** What happened during a replay. */
export const markerSchema = named(
  'ReplayMarker',
  object({
    kind: oneOf('request', 'log', 'pageview', 'custom'),
    id: described(id, 'The event id.'),
    timestamp: time,
    text: text(),
    level: described(nullable(text()), 'Level of a log, status of a request.'),
    duration: described(nullable(number), 'Milliseconds of a request.'),
    traceId: id,
  }),
);

/** Returns a marker as in a response. */
export const markerToWire = ({ timestamp, ...marker }: ReplayMarker) => ({
  ...marker,
  timestamp: timestamp.toISOString(),
});

/** A replay in a list. */
export const replaySchema = named('Replay', object(replayFields));

/** A replay with its segments, exceptions and traces. */
export const replayDetailSchema = named(
  'ReplayDetail',
  object({
    ...replayFields,
    segmentList: described(
      listOf(
        object({
          segment: described(count, 'Its number.'),
          id: described(id, 'The event id.'),
          startTime: nullable(time),
          endTime: nullable(time),
          eventCount: count,
          receivedAt: described(time, 'When it arrived.'),
        }),
      ),
      'Sorted by number. If one was stored twice, the first.',
    ),
    exceptions: described(listOf(exceptionSchema), 'Exceptions with its id, sorted by timestamp, at most 100.'),
    traceIds: described(listOf(id), 'Traces of its segments and exceptions, at most 100.'),
    maxEventAge: described(
      count,
      'Milliseconds (`MAX_EVENT_AGE_HOURS`): the time of an event that is further before the arrival of its segment is wrong.',
    ),
  }),
);

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
