import { sql } from 'kysely';
import type { Queryable } from '@sluice/db';
import type { StoredSegment } from './replaySegments.js';
import { readSessions } from './replaySessions.js';
import { readReplays, type StoredReplay } from './storedReplay.js';

/** A replay with its segments. */
export interface ReplayDetail extends StoredReplay {
  /** By number. */
  readonly segments: readonly StoredSegment[];
  /** Traces of its segments and of its exceptions, at most 100. */
  readonly traceIds: readonly string[];
}

/** The most segments that are read: hours of a session. */
const MAX_SEGMENTS = 2_000;

/** Exceptions that are scanned for their traces, and the most traces of a response. */
const EXCEPTION_SCAN = 2_000;
const MAX_TRACES = 100;

/** Returns one replay; `undefined` if the project has none with this id. */
export async function readReplay(db: Queryable, projectId: string, id: string): Promise<ReplayDetail | undefined> {
  const session = (await readSessions(db, projectId, [id])).get(id);
  if (session === undefined) return undefined;
  const [[replay], { rows }] = await Promise.all([
    readReplays(db, projectId, [session], MAX_SEGMENTS),
    sql<{ trace_id: string }>`
      select distinct trace_id from (
        select trace_id from exceptions
        where project_id = ${projectId} and replay_id = ${id} and trace_id is not null limit ${EXCEPTION_SCAN}) as e`.execute(
      db.kysely,
    ),
  ]);
  if (replay === undefined) return undefined;
  const ofSegments = replay.segments.flatMap(({ traceId }) => traceId ?? []);
  const traceIds = [...new Set([...ofSegments, ...rows.map((row) => row.trace_id).sort()])];
  return { ...replay, traceIds: traceIds.slice(0, MAX_TRACES) };
}

/**
 * Returns the events of one segment as JSON text of up to 10 MB; `undefined` if there is none. Of a segment that is stored
 * twice, those with the smallest event id.
 */
export async function readReplayEvents(
  db: Queryable,
  projectId: string,
  id: string,
  segment: number,
): Promise<string | undefined> {
  const { rows } = await sql<{ events: string }>`
    select events from replays
    where project_id = ${projectId} and replay_id = ${id} and segment = ${segment}
    order by id limit 1`.execute(db.kysely);
  return rows[0]?.events;
}
