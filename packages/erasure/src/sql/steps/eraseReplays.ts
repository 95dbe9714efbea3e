import { timeOfId } from '@sluice/contract';
import { sql } from 'kysely';
import { type Database, inTransaction, type Tx, addErased } from '@sluice/db';
import { upsertReplaySessions, type ReplaySegment } from '@sluice/visits';
import type { OpenErasure } from '../erasureProgress.js';
import { endOf } from './eraseEvents.js';
import type { EraseStep } from './step.js';

/** Segments that one transaction deletes; one may have 10 MB. */
const SEGMENTS = 200;

/** Finds the recordings of the user: all segments of a replay are deleted, because the first ones often name no user. */
export const collectReplays: EraseStep = async (tx, erasure, { limit }) => {
  const { projectId, id: erasureId, userKey, position } = erasure;
  const { rows } = await sql<{ last: string | null }>`
    with page as materialized (
      select id, replay_id, user_key from replays
      where project_id = ${projectId} and id > ${position} and id < ${endOf(erasure)} order by id limit ${limit}),
    found as (
      insert into erased_replays (project_id, erasure_id, replay_id)
      select distinct ${projectId}::int8, ${erasureId}::uuid, replay_id from page
      where user_key = ${userKey} and replay_id is not null
      on conflict do nothing)
    select (select id from page order by id desc limit 1) as last`.execute(tx.kysely);
  return rows[0]?.last ?? undefined;
};

/** Deletes segments of an erasure's replays, also those stored late. Returns their number; call again until it is 0. */
export function deleteErasedReplays(db: Database, erasure: OpenErasure): Promise<number> {
  const { projectId, id: erasureId } = erasure;
  return inTransaction(db, async (tx) => {
    const { rows } = await sql<{ id: string; replay_id: string }>`
      delete from replays where project_id = ${projectId} and id = any(array(
        select r.id from erased_replays e
        join lateral (
          select id from replays
          where project_id = ${projectId} and replay_id = e.replay_id and id < ${endOf(erasure)} limit ${SEGMENTS}) as r on true
        where e.project_id = ${projectId} and e.erasure_id = ${erasureId}
        limit ${SEGMENTS}))
      returning id, replay_id`.execute(tx.kysely);
    await addErased(
      tx,
      rows.map(({ id }) => ({ projectId, erasureId, type: 'replay', arrivalMs: timeOfId(id), count: 1 })),
    );
    await rebuildSessions(tx, projectId, [...new Set(rows.map((row) => row.replay_id))]);
    return rows.length;
  });
}

async function rebuildSessions(tx: Tx, projectId: string, replayIds: readonly string[]): Promise<void> {
  if (replayIds.length === 0) return;
  const ofReplays = sql`project_id = ${projectId} and replay_id = any(${replayIds}::text[])`;
  await sql`select 1 from replay_sessions where ${ofReplays} order by day, replay_id for update`.execute(tx.kysely);
  const left = await sql<ReplaySegment>`
    select project_id as "projectId", replay_id as "replayId", id, segment, environment, release, user_key as "userKey"
    from replays where ${ofReplays}`.execute(tx.kysely);
  await sql`delete from replay_sessions where ${ofReplays}`.execute(tx.kysely);
  await sql`delete from replay_facts where ${ofReplays}`.execute(tx.kysely);
  // Segments that arrived after the request form a separate replay.
  await upsertReplaySessions(tx, left.rows);
}
