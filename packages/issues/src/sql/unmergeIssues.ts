import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { type Database, inTransaction, type Tx, unnest } from '@sluice/db';
import { checkIssueIds } from './checkIssueIds.js';
import { actorOf, recordChanges, type ByActor } from './issueChange.js';
import { IssueError } from './issueError.js';
import { lockIssues, type LockedHash } from './lockIssues.js';
import { recountIssues } from './recountIssues.js';

/** Which fingerprints leave an issue, and by whom. */
export interface IssueUnmerge extends ByActor {
  readonly fingerprints: readonly string[];
}

/**
 * Removes fingerprints from an issue, with those that were linked with them. Each returns to the issue it was merged from;
 * those that are the issue's own become one new issue. Later events follow their fingerprints, which only another merge moves.
 * Returns the ids of the issues that received fingerprints.
 * @throws IssueError `not_found`, `merged`, or `invalid` if a fingerprint is not the issue's or the issue would keep none
 */
export async function unmergeIssues(
  db: Database,
  projectId: string,
  issueId: string,
  { fingerprints, ...by }: IssueUnmerge,
): Promise<readonly string[]> {
  checkIssueIds(issueId);
  const newIssueId = randomUUID();
  return inTransaction(db, async (tx) => {
    // The original issues are locked together with this one, in lock order: read first, checked after the lock.
    const expected = await homesOf(tx, projectId, issueId);
    const hashes = await lockIssues(tx, projectId, [issueId], expected);
    const own = hashes.filter((hash) => hash.issueId === issueId);
    const moving = hashesToMove(own, fingerprints);
    const homeOf = homeLookup(moving, (homeId) => (homeId === issueId ? newIssueId : homeId));
    const moved = moving.map((hash) => ({ ...hash, issueId: homeOf(hash), homeId: homeOf(hash) }));
    const homes = [...new Set(moved.map((hash) => hash.issueId))].sort();
    if (homes.some((home) => home !== newIssueId && !expected.includes(home))) {
      throw new IssueError('invalid', 'The issue was changed meanwhile: read it again.');
    }
    await moveHashes(tx, projectId, moved);
    await recountIssues(tx, projectId, [...hashes.filter((hash) => !moving.includes(hash)), ...moved]);
    await sql`
      update issues set merged_into = null where project_id = ${projectId} and id = any(${homes}::uuid[])`.execute(
      tx.kysely,
    );
    const details = { issues: homes, fingerprints };
    await recordChanges(tx, [{ projectId, issueId, action: 'unmerged', details }], actorOf(by));
    return homes;
  });
}

async function homesOf(tx: Tx, projectId: string, issueId: string): Promise<readonly string[]> {
  const { rows } = await sql<{ home_id: string }>`
    select distinct home_id from issue_hashes
    where project_id = ${projectId} and issue_id = ${issueId} and home_id is not null and home_id <> issue_id`.execute(
    tx.kysely,
  );
  return rows.map((row) => row.home_id);
}

function hashesToMove(hashes: readonly LockedHash[], fingerprints: readonly string[]): readonly LockedHash[] {
  const named = new Set(fingerprints);
  const own = hashes.filter(({ hash, stats }) => named.has(hash) && stats !== undefined);
  if (named.size === 0 || own.length !== named.size) {
    throw new IssueError('invalid', 'Give fingerprints of this issue, as listed in its details.');
  }
  const moving = hashes.filter(
    ({ hash, withHash, stats }) => named.has(hash) || (stats === undefined && named.has(withHash)),
  );
  if (hashes.every((hash) => moving.includes(hash) || hash.stats === undefined)) {
    throw new IssueError('invalid', 'At least one fingerprint must stay with the issue.');
  }
  return moving;
}

/** Returns the target of each fingerprint: a primary one returns to its original issue, a linked one follows its primary. */
function homeLookup(moving: readonly LockedHash[], homeOf: (homeId: string) => string): (hash: LockedHash) => string {
  const homes = new Map(moving.flatMap(({ hash, homeId, stats }) => (stats === undefined ? [] : [[hash, homeId]])));
  return ({ hash, homeId, withHash }) => homeOf(homes.get(hash) ?? homes.get(withHash) ?? homeId);
}

async function moveHashes(tx: Tx, projectId: string, moved: readonly LockedHash[]): Promise<void> {
  await sql`
    update issue_hashes h set issue_id = n.issue_id, home_id = n.issue_id
    from ${unnest('n', {
      hash: ['text', moved.map(({ hash }) => hash)],
      issue_id: ['uuid', moved.map(({ issueId }) => issueId)],
    })}
    where h.project_id = ${projectId} and h.hash = n.hash`.execute(tx.kysely);
}
