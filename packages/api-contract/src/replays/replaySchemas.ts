import { exceptionSchema } from '../exceptions/exceptionSchemas.js';
import { named, object, described, listOf, nullable } from '../schema/shapes.js';
import { id, time, number, count, boolean, text, oneOf } from '../schema/values.js';
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
