import { REPLAY_SORTS } from '@sluice/contract';
import type { Descriptions } from '../description.js';
import { listQuery, rangeFields, environmentFields } from '../list/listQuery.js';
import { listResponse } from '../list/listResponse.js';
import { described, optionalFields, object, listOf } from '../schema/shapes.js';
import { text, oneOf, count, boolean, anyValue } from '../schema/values.js';
import { replaySchema, markerSchema, replayDetailSchema } from './replaySchemas.js';

const USER = described(text(512), 'Key of the project user.');

const URL_PART = described(text(512), 'Part of the URL of a page of the replay, ignoring case.');

const PARAMS = { replayId: 'Id of the replay.' };

const IDS = { replayId: 'replay' } as const;

/** Operations on replays. */
export const replaysApi = {
  list: {
    scope: 'project',
    method: 'get',
    path: '/replays',
    tag: 'Replays',
    summary: 'List session replays',
    description:
      'In order of first arrival, newest first. The filter by trace uses an index; any other filter is applied ' +
      'to the first segment of up to 2,000 replays per page. With `sort` or `url`, the newest 20,000 replays of the range are considered, a few seconds after they arrive.',
    permission: 'project:read',
    mayBeStale: true,
    query: listQuery({
      user: USER,
      trace: described(text(128), 'Replays during which this trace ran. Not together with `sort` or `url`.'),
      url: URL_PART,
      sort: {
        ...oneOf('newest', ...REPLAY_SORTS),
        default: 'newest',
        description: 'Or the longest, those with the most exceptions, or with the most pages first.',
      },
    }),
    ids: { trace: 'trace' },
    response: listResponse(replaySchema),
  },
  count: {
    scope: 'project',
    method: 'get',
    path: '/replays/summary',
    tag: 'Replays',
    summary: 'Count session replays',
    description:
      'The replays of a list with the same parameters, a few seconds after they arrive. Without a range, the last 24 hours. Of the newest 20,000 of the range.',
    permission: 'project:read',
    mayBeStale: true,
    query: optionalFields({ ...rangeFields, ...environmentFields, user: USER, url: URL_PART }),
    response: object({
      replays: count,
      withErrors: described(count, 'Replays with an exception.'),
      truncated: described(boolean, 'The range has more than 20,000 replays: only the newest are counted.'),
    }),
  },
  listMarkers: {
    scope: 'project',
    method: 'get',
    path: '/replays/{replayId}/markers',
    tag: 'Replays',
    summary: 'List what happened during a replay',
    description:
      'Requests, logs, page views and custom hits of the traces of the replay, by time, at most 500 of each. Exceptions are in the replay itself.',
    permission: 'project:read',
    mayBeStale: true,
    params: PARAMS,
    ids: IDS,
    response: object({ data: listOf(markerSchema) }),
  },
  read: {
    scope: 'project',
    method: 'get',
    path: '/replays/{replayId}',
    tag: 'Replays',
    summary: 'Read a session replay',
    description: 'Its segments without their events, the missing segments, and the exceptions during the replay.',
    permission: 'project:read',
    mayBeStale: true,
    params: PARAMS,
    ids: IDS,
    response: replayDetailSchema,
  },
  readSegment: {
    scope: 'project',
    method: 'get',
    path: '/replays/{replayId}/segments/{segment}',
    tag: 'Replays',
    summary: 'Read the events of a segment',
    description: 'The events as recorded, up to 10 MB.',
    permission: 'project:read',
    mayBeStale: true,
    ids: IDS,
    params: { ...PARAMS, segment: 'Number of the segment.' },
    response: object({
      segment: count,
      events: described(anyValue, 'An array, unless the client sent something else.'),
    }),
  },
} as const satisfies Descriptions;
