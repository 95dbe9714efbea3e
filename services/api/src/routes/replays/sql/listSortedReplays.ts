import type { REPLAY_SORTS } from '@sluice/contract';
import { sql } from 'kysely';
import type { Queryable } from '@sluice/db';
import { type Page, type PageRequest, checkName, partsOf } from '@sluice/reading';
import { newestFacts, ofReplay, type ReplayProperties } from './replayFacts.js';
import { readSessions } from './replaySessions.js';
import { readReplays, type StoredReplay } from './storedReplay.js';

/** One of {@link REPLAY_SORTS}. */
export type ReplaySort = (typeof REPLAY_SORTS)[number];

/** Segments of each replay that a list reads. */
const SEGMENTS_IN_LISTS = 500;

/** Which replays, and in which order. */
export interface SortedReplaysRequest extends ReplayProperties {
  readonly sort: ReplaySort | 'newest';
}

/** Replays in an order, the greatest first, ties by id. Considers the newest `SORTED_REPLAYS` of the page's range. */
export async function listSortedReplays(
  db: Queryable,
  projectId: string,
  page: PageRequest,
  { sort, ...properties }: SortedReplaysRequest,
): Promise<Page<StoredReplay>> {
  const value = sort === 'newest' ? sql`first_id::text` : sql`lpad(${sql.ref(sort)}::text, 19, '0')`;
  const [after, afterId] = page.after === undefined ? [] : partsOf(page.after, /^([0-9a-f-]{19,36}) (.+)$/su);
  const rest =
    after === undefined || afterId === undefined
      ? sql`true`
      : sql`(f.place, f.replay_id) < (${after}::text collate "C", ${checkName(afterId)}::text collate "C")`;
  const { rows } = await sql<{ readonly id: string; readonly place: string }>`
    select f.replay_id as id, f.place from (
      ${newestFacts(projectId, page, sql`replay_id, day, urls, ${value} collate "C" as place`)}) as f
    join replay_sessions s on s.project_id = ${projectId} and s.day = f.day and s.replay_id = f.replay_id
    where ${sql.join([rest, ...ofReplay(properties)], sql` and `)}
    order by f.place desc, f.replay_id desc limit ${page.limit}`.execute(db.kysely);
  const sessions = await readSessions(
    db,
    projectId,
    rows.map(({ id }) => id),
  );
  const inOrder = rows.flatMap(({ id }) => sessions.get(id) ?? []);
  const last = rows.at(-1);
  const isFull = rows.length === page.limit && last !== undefined;
  return {
    rows: await readReplays(db, projectId, inOrder, SEGMENTS_IN_LISTS),
    next: isFull ? `${last.place} ${last.id}` : undefined,
    scannedToMs: undefined,
  };
}

/** What is known of a replay's pages. */
export interface ReplayPages {
  readonly pages: number;
  /** At most 20, sorted. */
  readonly urls: readonly string[];
}

/** Returns the pages of replays by id; a replay that is not counted yet is missing. */
export async function readReplayPages(
  db: Queryable,
  projectId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ReplayPages>> {
  if (ids.length === 0) return new Map();
  const rows = await db.kysely
    .selectFrom('replay_facts')
    .select(['replay_id', 'pages', 'urls'])
    .where('project_id', '=', projectId)
    .where(sql<boolean>`replay_id = any(${ids}::text[])`)
    .execute();
  return new Map(rows.map(({ replay_id, pages, urls }) => [replay_id, { pages, urls }]));
}
