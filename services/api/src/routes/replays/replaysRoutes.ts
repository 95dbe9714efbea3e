import { DAY_MS } from '@sluice/contract';
import { replaysApi } from '@sluice/api-contract';
import type { PageRequest } from '@sluice/reading';
import { ApiError, JsonText, type Route, notFound, pageReply, readPage, readRange, serve } from '@sluice/management';
import type { FrameReader } from '../../frames/createFrameReader.js';
import { listExceptions } from '../exceptions/sql/listExceptions.js';
import { readUserNames } from '../users/sql/readUserNames.js';
import { markerToWire, replayDetailToWire, replayToWire } from './replayWire.js';
import { countReplays } from './sql/countReplays.js';
import { listReplays } from './sql/listReplays.js';
import { listSortedReplays, readReplayPages } from './sql/listSortedReplays.js';
import { readReplay, readReplayEvents } from './sql/readReplay.js';
import { readReplayMarkers } from './sql/readReplayMarkers.js';

const LIST = 'replays';
const MOST_EXCEPTIONS = 100;
const GREATEST_SEGMENT = 2_147_483_647;

const list = serve(replaysApi.list, async ({ query }, context) => {
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
});

const count = serve(replaysApi.count, async ({ query }, { db, project, clock }) => {
  const { user, url, environment, release } = query;
  const range = readRange(query, { fromMs: clock() - DAY_MS, toMs: clock() });
  return { body: await countReplays(db, project.id, range, { user, url, environment, release }) };
});

const listMarkers = serve(replaysApi.listMarkers, async ({ params }, { db, project }) => {
  const replay = await readReplay(db, project.id, params.replayId);
  if (replay === undefined) throw notFound('replay');
  return { body: { data: (await readReplayMarkers(db, project.id, replay.traceIds)).map(markerToWire) } };
});

const read = (frames: FrameReader): Route =>
  serve(replaysApi.read, async ({ params }, { db, project }) => {
    const replayId = params.replayId;
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
  });

const readSegment = serve(replaysApi.readSegment, async ({ params }, { db, project }) => {
  const segment = segmentOf(params.segment);
  const events = segment === undefined ? undefined : await readReplayEvents(db, project.id, params.replayId, segment);
  if (events === undefined) throw notFound('segment');
  return { body: new JsonText(`{"segment":${segment},"events":${events}}`) };
});

function segmentOf(param: string): number | undefined {
  const segment = /^\d{1,10}$/.test(param) ? Number(param) : undefined;
  return segment === undefined || segment > GREATEST_SEGMENT ? undefined : segment;
}

/** Operations on replays. */
export const replaysRoutes = (frames: FrameReader): readonly Route[] => [
  list,
  count,
  read(frames),
  readSegment,
  listMarkers,
];
