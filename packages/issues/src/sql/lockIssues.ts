import { sql } from 'kysely';
import type { Tx } from '@sluice/db';
import type { IssueStats } from './issueOccurrence.js';
import { IssueError } from './issueError.js';

/** A fingerprint of a locked issue. */
export interface LockedHash {
  readonly hash: string;
  readonly issueId: string;
  readonly homeId: string;
  readonly withHash: string;
  /** `undefined` if it is the primary fingerprint of no event: it was linked with another one. */
  readonly stats: IssueStats | undefined;
}

/** New fingerprints may be linked between the count and the lock. More failures in a row than this are an error. */
const ATTEMPTS = 20;

/**
 * Locks issues with all their fingerprints, in the order in which workers lock them, and returns the fingerprints. A worker
 * that links a fingerprint to an issue locks one that the issue has, so none can be added once all are locked. If one was
 * added during the wait, all are released and locked again, because it may come first in lock order.
 * @param others are locked too, in any state
 * @throws IssueError `not_found` if an issue does not exist, `merged` if it was merged into another
 */
export async function lockIssues(
  tx: Tx,
  projectId: string,
  issueIds: readonly string[],
  others: readonly string[] = [],
): Promise<readonly LockedHash[]> {
  const all = [...issueIds, ...others];
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    await tx.client.query('savepoint look');
    const hashes = await lockHashes(tx, projectId, all);
    const isAll = hashes.length === (await countHashes(tx, projectId, all));
    await tx.client.query(isAll ? 'release savepoint look' : 'rollback to savepoint look; release savepoint look');
    if (isAll) {
      checkRows(await lockRows(tx, projectId, all), issueIds);
      return hashes;
    }
  }
  throw new Error('fingerprints were linked to the issues faster than they could be locked');
}

async function countHashes(tx: Tx, projectId: string, issueIds: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*) from issue_hashes
    where project_id = ${projectId} and issue_id = any(${issueIds}::uuid[])`.execute(tx.kysely);
  return Number(rows[0]?.count);
}

interface IssueRow {
  readonly id: string;
  readonly merged_into: string | null;
}

async function lockRows(tx: Tx, projectId: string, issueIds: readonly string[]): Promise<readonly IssueRow[]> {
  const { rows } = await sql<IssueRow>`
    select id, merged_into from issues where project_id = ${projectId} and id = any(${issueIds}::uuid[])
    order by id for update`.execute(tx.kysely);
  return rows;
}

function checkRows(rows: readonly IssueRow[], issueIds: readonly string[]): void {
  const missing = issueIds.find((id) => !rows.some((row) => row.id === id));
  if (missing !== undefined) throw new IssueError('not_found', `There is no issue ${missing}.`);
  const merged = rows.find((row) => issueIds.includes(row.id) && row.merged_into !== null);
  if (merged !== undefined) throw new IssueError('merged', `Issue ${merged.id} was merged into another already.`);
}

interface HashRow {
  readonly hash: string;
  readonly issue_id: string;
  readonly home_id: string | null;
  readonly with_hash: string | null;
  readonly count: string;
  readonly title: string | null;
  readonly culprit: string | null;
  readonly level: string | null;
  readonly last_event_id: string | null;
  readonly first_seen: Date | null;
  readonly last_seen: Date | null;
  readonly first_release: string | null;
  readonly first_release_at: Date | null;
  readonly last_release: string | null;
  readonly last_release_at: Date | null;
}

async function lockHashes(tx: Tx, projectId: string, issueIds: readonly string[]): Promise<readonly LockedHash[]> {
  const { rows } = await sql<HashRow>`
    select hash, issue_id, home_id, with_hash, count, title, culprit, level, last_event_id, first_seen, last_seen,
      first_release, first_release_at, last_release, last_release_at
    from issue_hashes where project_id = ${projectId} and issue_id = any(${issueIds}::uuid[])
    order by project_id, hash for update`.execute(tx.kysely);
  return rows.map((row) => ({
    hash: row.hash,
    issueId: row.issue_id,
    homeId: row.home_id ?? row.issue_id,
    withHash: row.with_hash ?? row.hash,
    stats: statsOf(row),
  }));
}

function statsOf(row: HashRow): IssueStats | undefined {
  if (row.first_seen === null || row.last_seen === null || row.last_event_id === null) return undefined;
  const seen = (release: string | null, at: Date | null) =>
    release === null || at === null ? undefined : { release, ms: at.getTime() };
  return {
    count: Number(row.count),
    firstMs: row.first_seen.getTime(),
    newest: {
      id: row.last_event_id,
      timestampMs: row.last_seen.getTime(),
      title: row.title ?? '',
      culprit: row.culprit,
      level: row.level ?? 'error',
    },
    firstRelease: seen(row.first_release, row.first_release_at),
    lastRelease: seen(row.last_release, row.last_release_at),
  };
}
