import { sql } from 'kysely';
import type { Tx } from '../connection/inTransaction.js';
import { unnest } from '../connection/unnest.js';

/** A recording of an erased user. */
export interface ErasedReplay {
  readonly projectId: string;
  readonly erasureId: string;
  readonly replayId: string;
}

/** Adds recordings whose segments a worker did not store: housekeeping deletes segments that were stored before. */
export async function addErasedReplays(tx: Tx, replays: readonly ErasedReplay[]): Promise<void> {
  if (replays.length === 0) return;
  await sql`
    insert into erased_replays (project_id, erasure_id, replay_id)
    select distinct * from ${unnest('n', {
      project_id: ['int8', replays.map(({ projectId }) => projectId)],
      erasure_id: ['uuid', replays.map(({ erasureId }) => erasureId)],
      replay_id: ['text', replays.map(({ replayId }) => replayId)],
    })} order by 1, 2, 3 on conflict do nothing`.execute(tx.kysely);
}
