import { countReplays } from './sql/countReplays.js';
import { listExceptions } from '../exceptions/sql/listExceptions.js';
import { listReplays, type ReplayFilter } from './sql/listReplays.js';
import { listSortedReplays, readReplayPages, REPLAY_SORTS, type ReplaySort } from './sql/listSortedReplays.js';
import { readReplayMarkers } from './sql/readReplayMarkers.js';
import { readReplay, readReplayEvents } from './sql/readReplay.js';
import { readUserNames } from '../users/sql/readUserNames.js';
import type { PageRequest } from '@sluice/db';
import {
  ApiError,
  JsonText,
  type ListQuery,
  type Route,
  anyValue,
  boolean,
  environmentFields,
  optionalFields,
  rangeFields,
  count,
  defineRoute,
  described,
  listResponse,
  listOf,
  listQuery,
  oneOf,
  notFound,
  object,
  pageReply,
  readPage,
  readRange,
  text,
} from '@sluice/management';
import type { FrameReader } from '../../frames/createFrameReader.js';
import {
  markerSchema,
  markerToWire,
  replayDetailSchema,
  replayDetailToWire,
  replaySchema,
  replayToWire,
} from './replayWire.js';

const LIST = 'replays';
const USER = described(text(512), 'Key of the project user.');
const URL_PART = described(text(512), 'Part of the URL of a page of the replay, ignoring case.');
const DAY_MS = 86_400_000;
const PARAMS = { replayId: 'Id of the replay.' };
const IDS = { replayId: 'replay' } as const;
const MOST_EXCEPTIONS = 100;
const GREATEST_SEGMENT = 2_147_483_647;

interface ReplaysQuery extends ListQuery, Pick<ReplayFilter, 'user' | 'trace'> {
  readonly url?: string;
  readonly sort: ReplaySort | 'newest';
}

const list = defineRoute<ReplaysQuery, unknown, unknown>({
  method: 'get',
  path: '/replays',
  tag: 'Replays',
  summary: 'List session replays',
  description:
    'In order of first arrival, newest first. The filter by trace uses an index; any other filter is applied ' +
    'to the first segment of up to 2,000 replays per page. With `sort` or `url`, the newest 20,000 replays of the range are considered, a few seconds after they arrive.',
  permission: 'project:read',
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
  handle: async ({ query }, context) => {
    const { user, trace, environment, release, url, sort } = query;
    const isSorted = sort !== 'newest' || url !== undefined;
    if (isSorted && trace !== undefined) {
      throw new ApiError(400, 'bad_query', 'trace cannot be combined with sort or url.');
    }
    const name = isSorted ? `${LIST} ${sort}` : LIST;
    const page = readPage(query, name, context);
    const { db, project } = context;
    const filter = { user, environment, release };
    const found = isSorted
      ? await listSortedReplays(db, project.id, page, { ...filter, url, sort })
      : await listReplays(db, project.id, page, { ...filter, trace });
    const ids = found.rows.map(({ id }) => id);
    const users = found.rows.map(({ userKey }) => userKey);
    const [pages, names] = await Promise.all([
      readReplayPages(db, project.id, ids),
      readUserNames(db, project.id, users),
    ]);
    return pageReply(found, name, context, (replay) => replayToWire(replay, { pages: pages.get(replay.id), names }));
  },
});

const summary = defineRoute<Omit<ReplaysQuery, 'trace' | 'sort'>, unknown, unknown>({
  method: 'get',
  path: '/replays/summary',
  tag: 'Replays',
  summary: 'Count session replays',
  description:
    'The replays of a list with the same parameters, a few seconds after they arrive. Without a range, the last 24 hours. Of the newest 20,000 of the range.',
  permission: 'project:read',
  query: optionalFields({ ...rangeFields, ...environmentFields, user: USER, url: URL_PART }),
  response: object({
    replays: count,
    withErrors: described(count, 'Replays with an exception.'),
    truncated: described(boolean, 'The range has more than 20,000 replays: only the newest are counted.'),
  }),
  handle: async ({ query }, { db, project, clock }) => {
    const { user, url, environment, release } = query;
    const range = readRange(query, { fromMs: clock() - DAY_MS, toMs: clock() });
    return { body: await countReplays(db, project.id, range, { user, url, environment, release }) };
  },
});

const markers = defineRoute<unknown, unknown, unknown>({
  method: 'get',
  path: '/replays/{replayId}/markers',
  tag: 'Replays',
  summary: 'List what happened during a replay',
  description:
    'Requests, logs, page views and custom hits of the traces of the replay, by time, at most 500 of each. Exceptions are in the replay itself.',
  permission: 'project:read',
  params: PARAMS,
  ids: IDS,
  response: object({ data: listOf(markerSchema) }),
  handle: async ({ params }, { db, project }) => {
    const replay = await readReplay(db, project.id, params['replayId'] ?? '');
    if (replay === undefined) throw notFound('replay');
    return { body: { data: (await readReplayMarkers(db, project.id, replay.traceIds)).map(markerToWire) } };
  },
});

const read = (frames: FrameReader): Route =>
  defineRoute<unknown, unknown, unknown>({
    method: 'get',
    path: '/replays/{replayId}',
    tag: 'Replays',
    summary: 'Read a session replay',
    description: 'Its segments without their events, the missing segments, and the exceptions during the replay.',
    permission: 'project:read',
    params: PARAMS,
    ids: IDS,
    response: replayDetailSchema,
    handle: async ({ params }, { db, project }) => {
      const replayId = params['replayId'] ?? '';
      const everything: PageRequest = { limit: MOST_EXCEPTIONS, after: undefined, ...readRange({}) };
      const [replay, exceptions] = await Promise.all([
        readReplay(db, project.id, replayId),
        listExceptions(db, project.id, everything, { replay: replayId }),
      ]);
      if (replay === undefined) throw notFound('replay');
      const ids = exceptions.rows.map(({ id }) => id);
      const users = [replay.userKey, ...exceptions.rows.map(({ userKey }) => userKey)];
      const [culprits, pages, names] = await Promise.all([
        frames.readCulprits(db, project.id, ids),
        readReplayPages(db, project.id, [replayId]),
        readUserNames(db, project.id, users),
      ]);
      const facts = { ...replay, pages: pages.get(replayId), names };
      return { body: replayDetailToWire(facts, exceptions.rows, { culprits, maxEventAgeMs: db.maxEventAgeMs }) };
    },
  });

const readSegment = defineRoute<unknown, unknown, unknown>({
  method: 'get',
  path: '/replays/{replayId}/segments/{segment}',
  tag: 'Replays',
  summary: 'Read the events of a segment',
  description: 'The events as recorded, up to 10 MB.',
  permission: 'project:read',
  ids: IDS,
  params: { ...PARAMS, segment: 'Number of the segment.' },
  response: object({ segment: count, events: described(anyValue, 'An array, unless the client sent something else.') }),
  handle: async ({ params }, { db, project }) => {
    const segment = segmentOf(params['segment'] ?? '');
    const events =
      segment === undefined ? undefined : await readReplayEvents(db, project.id, params['replayId'] ?? '', segment);
    if (events === undefined) throw notFound('segment');
    return { body: new JsonText(`{"segment":${segment},"events":${events}}`) };
  },
});

function segmentOf(param: string): number | undefined {
  const segment = /^\d{1,10}$/.test(param) ? Number(param) : undefined;
  return segment === undefined || segment > GREATEST_SEGMENT ? undefined : segment;
}

/** Operations on replays. */
export const replaysRoutes = (frames: FrameReader): readonly Route[] => [
  list,
  summary,
  read(frames),
  readSegment,
  markers,
];
