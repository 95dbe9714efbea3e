import { sql } from 'kysely';
import type { Queryable } from '@sluice/db';
import type { PageRequest } from '@sluice/reading';
import { newestFacts, ofReplay, SORTED_REPLAYS, type ReplayProperties } from './replayFacts.js';

/** Replays of a range. */
interface ReplayCounts {
  readonly replays: number;
  /** Those with an exception. */
  readonly withErrors: number;
  /** Whether the range has more than {@link SORTED_REPLAYS}: only the newest are counted. */
  readonly truncated: boolean;
}

/** Counts the replays of a range as `listSortedReplays` lists them: a new one a few seconds after it arrived. */
export async function countReplays(
  db: Queryable,
  projectId: string,
  range: Pick<PageRequest, 'fromMs' | 'toMs'>,
  properties: ReplayProperties,
): Promise<ReplayCounts> {
  const conditions = ofReplay(properties);
  const { rows } = await sql<{ readonly replays: string; readonly errors: string; readonly scanned: string }>`
    with newest as materialized (${newestFacts(projectId, range, sql`replay_id, day, urls, errors`)})
    select count(*) as replays, count(*) filter (where f.errors > 0) as errors, (select count(*) from newest) as scanned
    from newest f join replay_sessions s on s.project_id = ${projectId} and s.day = f.day and s.replay_id = f.replay_id
    where ${sql.join([sql`true`, ...conditions], sql` and `)}`.execute(db.kysely);
  const [row] = rows;
  return {
    replays: Number(row?.replays ?? 0),
    withErrors: Number(row?.errors ?? 0),
    truncated: Number(row?.scanned ?? 0) === SORTED_REPLAYS,
  };
}
