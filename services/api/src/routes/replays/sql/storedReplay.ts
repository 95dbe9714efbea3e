import { sql } from 'kysely';
import { type Queryable, unnest } from '@sluice/db';
import { readSegments, type MergedSegments } from './replaySegments.js';
import { arrivedAt, type ReplaySession } from './replaySessions.js';

/** A session replay. */
export interface StoredReplay extends Omit<MergedSegments, 'segments'> {
  /** As the client names it. */
  readonly id: string;
  /** Segments with different numbers. */
  readonly segmentCount: number;
  /** Exceptions with its id, at most 1,000. */
  readonly errorCount: number;
  /** Of its first segment, like release and user. */
  readonly environment: string | null;
  readonly release: string | null;
  readonly userKey: string | null;
  /** When its first segment arrived. */
  readonly receivedAt: Date;
}

/** The most exceptions of one replay that are counted. */
const MAX_ERRORS = 1_000;

/** Returns replays with their segments, in order. @param most segments of each that are read */
export async function readReplays(
  db: Queryable,
  projectId: string,
  sessions: readonly ReplaySession[],
  most: number,
): Promise<readonly (StoredReplay & Pick<MergedSegments, 'segments'>)[]> {
  const [folded, errors] = await Promise.all([
    readSegments(db, projectId, sessions, most),
    countErrors(db, projectId, sessions),
  ]);
  return sessions.flatMap((session, index) => {
    const own = folded[index];
    // Retention may have deleted the segments since the session was read.
    if (own === undefined || own.segments.length === 0) return [];
    const { id, environment, release, userKey } = session;
    return [
      {
        ...own,
        id,
        environment,
        release,
        userKey,
        segmentCount: own.segments.length,
        errorCount: errors.get(id) ?? 0,
        receivedAt: arrivedAt(session),
      },
    ];
  });
}

async function countErrors(
  db: Queryable,
  projectId: string,
  sessions: readonly ReplaySession[],
): Promise<ReadonlyMap<string, number>> {
  if (sessions.length === 0) return new Map();
  const { rows } = await sql<{ id: string; errors: string }>`
    select n.id, e.errors from ${unnest('n', { id: ['text', sessions.map(({ id }) => id)] })}
    cross join lateral (
      select count(*) as errors from (
        select from exceptions where project_id = ${projectId} and replay_id = n.id limit ${MAX_ERRORS}) as few
    ) as e`.execute(db.kysely);
  return new Map(rows.map(({ id, errors }) => [id, Number(errors)]));
}
