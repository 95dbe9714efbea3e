import {
  listExceptions,
  listReplays,
  readReplay,
  readReplayEvents,
  type PageRequest,
  type ReplayFilter,
} from '@sluice/db';
import {
  JsonText,
  type ListQuery,
  type Route,
  anyValue,
  count,
  defineRoute,
  described,
  listResponse,
  listQuery,
  notFound,
  object,
  pageReply,
  readPage,
  readRange,
  text,
} from '@sluice/management';
import type { FrameReader } from '../../frames/createFrameReader.js';
import { replayDetailSchema, replayDetailToWire, replaySchema, replayToWire } from './replayWire.js';

const LIST = 'replays';
const PARAMS = { replayId: 'Id of the replay.' };
const IDS = { replayId: 'replay' } as const;
const MOST_EXCEPTIONS = 100;
const GREATEST_SEGMENT = 2_147_483_647;

const list = defineRoute<ListQuery & Pick<ReplayFilter, 'user' | 'trace'>, unknown, unknown>({
  method: 'get',
  path: '/replays',
  tag: 'Replays',
  summary: 'List session replays',
  description:
    'In order of first arrival, newest first. The filter by trace uses an index; any other filter is applied ' +
    'to the first segment of up to 2,000 replays per page.',
  permission: 'project:read',
  query: listQuery({
    user: described(text(512), 'Key of the project user.'),
    trace: described(text(128), 'Replays during which this trace ran.'),
  }),
  ids: { trace: 'trace' },
  response: listResponse(replaySchema),
  handle: async ({ query }, context) => {
    const { user, trace, environment, release } = query;
    const page = readPage(query, LIST, context);
    const found = await listReplays(context.db, context.project.id, page, { user, trace, environment, release });
    return pageReply(found, LIST, context, replayToWire);
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
      const culprits = await frames.readCulprits(db, project.id, ids);
      return { body: replayDetailToWire(replay, exceptions.rows, culprits) };
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
export const replaysRoutes = (frames: FrameReader): readonly Route[] => [list, read(frames), readSegment];
