import type { IssueSignalKind } from '@sluice/contract';
import type { Queryable, Tx } from '@sluice/db';
import type { AlertSignal } from '../../decide/alertSignal.js';
import { sql, type RawBuilder } from 'kysely';

/**
 * The kind of a signal that is decided, and whose frames are still to be resolved: see `frameSignals.ts`. It is no
 * {@link IssueSignalKind}, and decisions do not read it.
 */
export const FRAMES = 'frames';

/**
 * Returns projects that have signals to decide, at most `limit`, round robin by organization: first the project of each
 * organization that has its oldest signal, then the next one of each, and so on; in each round the oldest signals first.
 */
export const findSignalProjects = (db: Queryable, limit: number): Promise<readonly string[]> =>
  findProjectsRoundRobin(db, sql`kind <> ${FRAMES}`, limit);

/** The same of projects whose signals match a condition. The limit applies after the round robin, so that no organization uses it up alone. */
export async function findProjectsRoundRobin(
  db: Queryable,
  condition: RawBuilder<unknown>,
  limit: number,
): Promise<readonly string[]> {
  const { rows } = await sql<{ project_id: string }>`
    select s.project_id
    from (select project_id, min(at) as oldest from alert_signals where ${condition} group by project_id) s
    left join projects p on p.id = s.project_id
    order by row_number() over (partition by p.organization_id order by s.oldest, s.project_id), s.oldest, s.project_id
    limit ${limit}`.execute(db.kysely);
  return rows.map((row) => row.project_id);
}

/** Locks and returns the oldest signals of a project that no other transaction has locked, at most `limit`. */
export async function takeSignals(tx: Tx, projectId: string, limit: number): Promise<readonly AlertSignal[]> {
  const { rows } = await sql<SignalRow>`
    select id, kind, issue_id, event_id, details, at from alert_signals
    where project_id = ${projectId}::int8 and kind <> ${FRAMES}
    order by id limit ${limit} for update skip locked`.execute(tx.kysely);
  return rows.map(({ id, kind, issue_id: issueId, event_id: eventId, details, at }) => ({
    projectId,
    id,
    kind,
    issueId,
    eventId,
    details,
    at,
  }));
}

interface SignalRow {
  readonly id: string;
  readonly kind: IssueSignalKind;
  readonly issue_id: string;
  readonly event_id: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly at: Date;
}

/** Deletes signals that a decision has seen, in the transaction of the decision. */
export async function deleteSignals(tx: Tx, projectId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    delete from alert_signals where project_id = ${projectId}::int8 and id = any(${[...ids]}::int8[])`.execute(
    tx.kysely,
  );
}

/** Returns the age of the oldest signal that is not decided, in seconds; 0 if there is none. */
export async function readSignalAge(db: Queryable): Promise<number> {
  const { rows } = await sql<{ age: number }>`
    select coalesce(extract(epoch from now() - min(at)), 0)::float8 as age from alert_signals
    where kind <> ${FRAMES}`.execute(db.kysely);
  return Math.max(0, rows[0]?.age ?? 0);
}
