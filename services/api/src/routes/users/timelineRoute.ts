import { timeOfId } from '@sluice/contract';
import { MOMENT_KINDS, type MomentKind } from './sql/momentSources.js';
import { readUserTimeline, type Moment } from './sql/readUserTimeline.js';
import {
  ApiError,
  type ListQuery,
  type Route,
  defineRoute,
  described,
  id,
  listResponse,
  listQuery,
  named,
  nullable,
  number,
  object,
  oneOf,
  optionalFields,
  pageReply,
  readPage,
  text,
  time,
} from '@sluice/management';

const LIST = 'timeline';

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

const momentToWire = ({ timestamp, ...moment }: Moment) => ({
  ...moment,
  timestamp: timestamp.toISOString(),
  receivedAt: new Date(timeOfId(moment.id)).toISOString(),
});

const { limit, cursor, from, to } = listQuery().properties;

interface TimelineQuery extends ListQuery {
  readonly kinds?: string;
}

/** @throws ApiError 400 for a word that is no kind */
function readKinds(list: string | undefined): readonly MomentKind[] {
  if (list === undefined) return MOMENT_KINDS;
  return list.split(',').map((word) => {
    const kind = MOMENT_KINDS.find((known) => known === word.trim());
    if (kind !== undefined) return kind;
    throw new ApiError(400, 'bad_query', `kinds: "${word.trim()}" is not a kind. Kinds: ${MOMENT_KINDS.join(', ')}.`);
  });
}

/** What one user experienced. */
export const timeline: Route = defineRoute<TimelineQuery, unknown, unknown>({
  method: 'get',
  path: '/users/{key}/timeline',
  tag: 'Users',
  summary: 'List what a user experienced',
  description:
    'Page views, custom hits, exceptions, logs, root spans and replays of one user, in order of arrival, newest first. A page scans up to 10,000 rows of each kind.',
  permission: 'project:read',
  params: { key: 'Key of the user, percent-encoded.' },
  query: optionalFields({
    ...(limit && cursor && from && to ? { limit, cursor, from, to } : {}),
    kinds: described(text(100), `Only these kinds, with commas between them: ${MOMENT_KINDS.join(', ')}.`),
  }),
  response: listResponse(momentSchema),
  handle: async ({ params, query }, context) => {
    const list = `${LIST} ${params['key'] ?? ''}`;
    const page = readPage(query, list, context);
    const kinds = readKinds(query.kinds);
    const found = await readUserTimeline(context.db, context.project.id, params['key'] ?? '', { ...page, kinds });
    return pageReply(found, list, context, momentToWire);
  },
});
