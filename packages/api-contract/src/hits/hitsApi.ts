import type { Descriptions } from '../description.js';
import { listQuery, rangeFields, environmentFields } from '../list/listQuery.js';
import { listResponse } from '../list/listResponse.js';
import { described, nullable, mapOf, named, object, optionalFields, listOf } from '../schema/shapes.js';
import { id, time, oneOf, text, anyValue, day, count } from '../schema/values.js';

const hitFields = {
  id: described(id, 'The event id.'),
  timestamp: time,
  receivedAt: described(time, 'When it arrived.'),
  kind: oneOf('pageview', 'custom'),
  name: nullable(text()),
  url: nullable(text()),
  referrer: nullable(text()),
  title: nullable(text()),
  sessionId: nullable(id),
  environment: nullable(text()),
  release: nullable(text()),
  user: described(nullable(text()), 'Key of the project user.'),
  traceId: nullable(id),
  spanId: nullable(id),
  replayId: nullable(id),
  tags: mapOf(anyValue),
};

/** Operations on hits. */
export const hitsApi = {
  list: {
    scope: 'project',
    method: 'get',
    path: '/hits',
    tag: 'Hits',
    summary: 'List page views and custom hits',
    description:
      'In order of arrival, newest first. The filter by trace uses an index; any other filter scans up to 20,000 hits per page.',
    permission: 'project:read',
    mayBeStale: true,
    query: listQuery({
      kind: oneOf('pageview', 'custom'),
      name: text(512),
      url: described(text(512), 'Prefix of the URL.'),
      session: described(text(512), 'Only hits of this session.'),
      user: described(text(512), 'Key of the project user.'),
      trace: described(text(128), 'Only rows of this trace.'),
    }),
    ids: { trace: 'trace' },
    response: listResponse(named('Hit', object(hitFields))),
  },
  countByDay: {
    scope: 'project',
    method: 'get',
    path: '/hits/days',
    tag: 'Hits',
    summary: 'Count visits by day',
    description:
      'UTC days with at least one hit, by time of arrival, oldest first; the last 30 days by default. A visitor is an address and browser, identified for one day by a ' +
      'hash; a session is the id that the client sends, otherwise the visitor. Without `environment` the counts of all environments are added, so a visitor of two environments counts twice.',
    permission: 'project:read',
    mayBeStale: true,
    query: optionalFields({ ...rangeFields, environment: environmentFields.environment }),
    response: object({
      data: listOf(object({ day, pageviews: count, customs: count, visitors: count, sessions: count })),
    }),
  },
  read: {
    scope: 'project',
    method: 'get',
    path: '/hits/{id}',
    tag: 'Hits',
    summary: 'Read a hit',
    permission: 'project:read',
    mayBeStale: true,
    params: { id: 'The event id.' },
    ids: { id: 'hit' },
    response: named('HitDetail', object({ ...hitFields, contexts: mapOf(anyValue) })),
  },
} as const satisfies Descriptions;
