import { timeOfId } from '@sluice/contract';
import type { ReplayDetail, StoredException, StoredReplay } from '@sluice/db';
import { count, described, boolean, id, listOf, named, nullable, number, object, text, time } from '@sluice/management';
import { culpritText, type Culprit } from '../../frames/culpritOf.js';
import { exceptionSchema, exceptionToWire } from '../exceptions/exceptionWire.js';

const replayFields = {
  id: described(id, 'As the client names it.'),
  startTime: described(time, 'Of its earliest segment, by the client’s clock.'),
  endTime: described(time, 'Of its latest segment, by the client’s clock.'),
  duration: described(number, 'Milliseconds from the one to the other.'),
  segments: described(count, 'Segments with different numbers.'),
  gaps: described(
    listOf(object({ from: count, to: count })),
    'Numbers of segments that are missing, counted from 0, both ends included. What was lost at the end cannot be seen.',
  ),
  eventCount: count,
  errorCount: described(count, 'Exceptions that bear its id; at most 1,000 are counted.'),
  truncated: described(boolean, 'It has more segments than were looked at: 500 in lists, 2,000 alone.'),
  environment: described(nullable(text()), 'Of its first segment, as release and user.'),
  release: nullable(text()),
  user: described(nullable(text()), 'Key of the project user.'),
  receivedAt: described(time, 'When it was first heard of.'),
};

/** A replay of a list. */
export const replaySchema = named('Replay', object(replayFields));

/** A replay with what is in it. */
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
      'By number. Of one that was stored twice, the first.',
    ),
    exceptions: described(listOf(exceptionSchema), 'That bear its id, in the order of their timestamps, at most 100.'),
    traceIds: described(listOf(id), 'Traces of its segments and exceptions, at most 100.'),
  }),
);

/** A replay of a list. */
export const replayToWire = (replay: StoredReplay) => ({
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
  receivedAt: replay.receivedAt.toISOString(),
});

/** A replay with what is in it. @param culprits of its exceptions, by id */
export const replayDetailToWire = (
  replay: ReplayDetail,
  exceptions: readonly StoredException[],
  culprits: ReadonlyMap<string, Culprit>,
) => ({
  ...replayToWire(replay),
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
    .map((exception) => exceptionToWire(exception, culpritText(culprits.get(exception.id)))),
  traceIds: replay.traceIds,
});
