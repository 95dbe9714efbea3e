import { sql } from 'kysely';
import { inTransaction, type Database, type Queryable, type Tx } from '@sluice/db';
import type { AlertSignal } from '../../decide/alertSignal.js';
import { deleteSignals, findProjectsRoundRobin, FRAMES } from './signals.js';
import type { FiringCandidate } from '../../decide/firing.js';
import { recordFirings, type RecordedFiring } from './recordFirings.js';
import { withoutRecorded } from './withoutRecorded.js';

/** A decided signal whose event has frames to resolve. */
export type FrameSignal = Omit<AlertSignal, 'kind'>;

/** Keeps decided signals until their frames are resolved, in the transaction of the decision. */
export async function keepForFrames(tx: Tx, projectId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    update alert_signals set kind = ${FRAMES}
    where project_id = ${projectId}::int8 and id = any(${[...ids]}::int8[])`.execute(tx.kysely);
}

/** Returns projects with frames to resolve, at most `limit`, round robin by organization. */
export const findFrameProjects = (db: Queryable, limit: number): Promise<readonly string[]> =>
  findProjectsRoundRobin(db, sql`kind = ${FRAMES}`, limit);

/** Returns the oldest of a project, at most `limit`, without locking them: {@link recordFrames} may be repeated. */
export async function readFrameSignals(
  db: Queryable,
  projectId: string,
  limit: number,
): Promise<readonly FrameSignal[]> {
  const { rows } = await sql<FrameRow>`
    select id, issue_id, event_id, details, at from alert_signals
    where project_id = ${projectId}::int8 and kind = ${FRAMES} order by id limit ${limit}`.execute(db.kysely);
  return rows.map(({ id, issue_id: issueId, event_id: eventId, details, at }) => ({
    projectId,
    id,
    issueId,
    eventId,
    details,
    at,
  }));
}

interface FrameRow {
  readonly id: string;
  readonly issue_id: string;
  readonly event_id: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly at: Date;
}

/**
 * Stores what the frames of signals showed, and deletes the signals, in one transaction: if a process dies before
 * that, another one resolves the frames again. Two processes that resolve the same frames store each firing once.
 */
export const recordFrames = (
  db: Database,
  { projectId, signals }: { readonly projectId: string; readonly signals: readonly FrameSignal[] },
  candidates: readonly FiringCandidate[],
): Promise<readonly RecordedFiring[]> =>
  inTransaction(db, async (tx) => {
    const firings = await recordFirings(tx, projectId, await withoutRecorded(tx, candidates));
    const ids = signals.map(({ id }) => id);
    await deleteSignals(tx, projectId, ids);
    return firings;
  });
