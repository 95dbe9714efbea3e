import { lowestIdAt, timeOfId } from '@sluice/contract';
import { type Queryable, dayOf } from '@sluice/db';
import { type Page, type PageRequest, checkAfter, checkEventId } from '@sluice/reading';
import { readReplayIds } from '../../traces/sql/readTraceLinks.js';
import { readSessions, type ReplaySession } from './replaySessions.js';
import { readReplays, type StoredReplay } from './storedReplay.js';

/** Which replays. A field that is not set does not filter. */
export interface ReplayFilter {
  readonly environment?: string | undefined;
  readonly release?: string | undefined;
  /** The project user's key. */
  readonly user?: string | undefined;
  /** With a segment, span, exception, log or hit of this trace; found by indexes, at most 100. */
  readonly trace?: string | undefined;
}

/** Rows of replays scanned for one page. */
export const REPLAY_SCAN = 2_000;

/** Rows of the first read: some more than a page, for replays of several days; more with a filter, which few may match. */
const FIRST_SCAN = { more: 25, filtered: 500 };

/** Segments of each replay that a list reads. */
const SEGMENTS_IN_LISTS = 500;

/**
 * Returns replays by their first arrival, newest first, each once even if it arrived on several days. Scans at most
 * {@link REPLAY_SCAN} rows a page, of which a replay has one for each day, and no segments of replays that it does not return.
 */
export async function listReplays(
  db: Queryable,
  projectId: string,
  page: PageRequest,
  filter: ReplayFilter = {},
): Promise<Page<StoredReplay>> {
  checkAfter(page.after, checkEventId);
  const { trace, ...properties } = filter;
  const found =
    trace === undefined
      ? await scanSessions(db, projectId, page, properties)
      : await listByIds(db, projectId, page, { ...properties, ids: await readReplayIds(db, projectId, trace) });
  return { ...found, rows: await readReplays(db, projectId, found.rows, SEGMENTS_IN_LISTS) };
}

type Properties = Omit<ReplayFilter, 'trace'>;

async function scanSessions(
  db: Queryable,
  projectId: string,
  page: PageRequest,
  filter: Properties,
): Promise<Page<ReplaySession>> {
  const rows: ReplaySession[] = [];
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  let size = isFiltered ? FIRST_SCAN.filtered : page.limit + FIRST_SCAN.more;
  let after = page.after ?? lowestIdAt(page.toMs);
  for (let looked = 0; looked < REPLAY_SCAN;) {
    const block = await readBlock(db, projectId, { after, fromMs: page.fromMs, limit: size });
    for (const { firstId, session } of block) {
      after = firstId;
      if (session === undefined || !matches(session, filter)) continue;
      rows.push(session);
      if (rows.length === page.limit) return { rows, next: after, scannedToMs: undefined };
    }
    if (block.length < size) return { rows, next: undefined, scannedToMs: undefined };
    looked += size;
    size = Math.min(2 * size, REPLAY_SCAN - looked);
  }
  return { rows, next: after, scannedToMs: timeOfId(after) };
}

interface ScannedDay {
  /** Cursor of the list. */
  readonly firstId: string;
  /** The complete replay; `undefined` if its first arrival was on an earlier day. */
  readonly session: ReplaySession | undefined;
}

/** A day's row is in the partition of its `first_id`, so only the days of the range are read. */
async function readBlock(
  db: Queryable,
  projectId: string,
  { after, fromMs, limit }: { readonly after: string; readonly fromMs: number; readonly limit: number },
): Promise<readonly ScannedDay[]> {
  const days = await db.kysely
    .selectFrom('replay_sessions')
    .select(['replay_id', 'first_id'])
    .where('project_id', '=', projectId)
    .where('first_id', '<', after)
    .where('first_id', '>=', lowestIdAt(fromMs))
    .where('day', '<=', dayOf(timeOfId(after)))
    .where('day', '>=', dayOf(fromMs))
    .orderBy('first_id', 'desc')
    .limit(limit)
    .execute();
  const whole = await readSessions(db, projectId, [...new Set(days.map(({ replay_id }) => replay_id))]);
  return days.map(({ replay_id: id, first_id: firstId }) => {
    const session = whole.get(id);
    return { firstId, session: session?.firstId === firstId ? session : undefined };
  });
}

async function listByIds(
  db: Queryable,
  projectId: string,
  page: PageRequest,
  { ids, ...filter }: Properties & { readonly ids: readonly string[] },
): Promise<Page<ReplaySession>> {
  const [before, from] = [page.after ?? lowestIdAt(page.toMs), lowestIdAt(page.fromMs)];
  const found = [...(await readSessions(db, projectId, ids)).values()]
    .filter((session) => session.firstId < before && session.firstId >= from && matches(session, filter))
    .sort((a, b) => (a.firstId < b.firstId ? 1 : -1));
  const rows = found.slice(0, page.limit);
  return { rows, next: found.length > rows.length ? rows.at(-1)?.firstId : undefined, scannedToMs: undefined };
}

const matches = (session: ReplaySession, { environment, release, user }: Properties): boolean =>
  (environment === undefined || session.environment === environment) &&
  (release === undefined || session.release === release) &&
  (user === undefined || session.userKey === user);
