import { MOMENT_KINDS } from '@sluice/contract';
import type { Descriptions } from '../description.js';
import { pageFields, rangeFields } from '../list/listQuery.js';
import { listResponse } from '../list/listResponse.js';
import { named, object, described, nullable, optionalFields } from '../schema/shapes.js';
import { oneOf, id, time, text, number } from '../schema/values.js';

const momentSchema = named(
  'Moment',
  object({
    kind: oneOf(...MOMENT_KINDS),
    id: described(id, 'The event id; of a replay, that of its first segment.'),
    timestamp: described(time, 'By the clock of the client; of a replay, its arrival.'),
    receivedAt: described(time, 'When it arrived.'),
    text: described(
      text(),
      'Name or title of a hit, type and message of an exception, message of a log, name of a root span.',
    ),
    url: nullable(text()),
    level: described(nullable(text()), 'Level of an exception or log, status of a root span.'),
    duration: described(nullable(number), 'Milliseconds of a root span or replay.'),
    environment: nullable(text()),
    release: nullable(text()),
    traceId: nullable(id),
    replayId: nullable(id),
    issueId: nullable(id),
  }),
);

/** What one user experienced. */
export const timelineApi = {
  list: {
    scope: 'project',
    method: 'get',
    path: '/users/{key}/timeline',
    tag: 'Users',
    summary: 'List what a user experienced',
    description:
      'Page views, custom hits, exceptions, logs, root spans and replays of one user, in order of arrival, newest first. A page scans up to 10,000 rows of each kind.',
    permission: 'project:read',
    mayBeStale: true,
    params: { key: 'Key of the user, percent-encoded.' },
    query: optionalFields({
      ...pageFields,
      ...rangeFields,
      kinds: described(text(100), `Only these kinds, with commas between them: ${MOMENT_KINDS.join(', ')}.`),
    }),
    response: listResponse(momentSchema),
  },
} as const satisfies Descriptions;
