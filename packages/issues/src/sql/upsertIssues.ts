import { hourOf, startOfHour, timeOfId } from '@sluice/contract';
import { sql } from 'kysely';
import { type Tx, mergeByKey, unnest, createNameBudget, type NameBudget, foldUserKeys, touch } from '@sluice/db';
import { admitIssues } from './admitIssues.js';
import { countIssueMinutes } from './countIssueMinutes.js';
import { countIssueUsers } from './countIssueUsers.js';
import { MERGE_STATS, STATS_COLUMNS, statsColumns } from './issueColumns.js';
import {
  mergeByHash,
  mergeByIssue,
  hashMapKey,
  primaryHashOf,
  type HashKey,
  type IssueOccurrence,
  type IssueStats,
} from './issueOccurrence.js';
import { linkHashes } from './linkHashes.js';

/**
 * Counts exceptions in their issues (protocol 6) and opens issues for unknown fingerprints; returns the issue id of each
 * occurrence. Everything is counted twice: by fingerprint, from which a merge or an unmerge adds up again, and by issue.
 * Counts, first and last sightings, releases, hours and users are the same in any order and any batching. The order decides
 * whose event id an issue gets, and which of two issues an event with fingerprints of both belongs to.
 *
 * If a project opens more issues than its cap allows, the order also decides which faults get an issue. The others are
 * counted in its issue `(other)`, whose id is returned for them.
 *
 * Lock order (mandatory): counters of new issues, fingerprints, issues, then their counts (hours, minutes of watched projects,
 * releases, users), each sorted by key.
 */
export async function upsertIssues(
  tx: Tx,
  thrown: readonly IssueOccurrence[],
  names: NameBudget = createNameBudget(),
): Promise<readonly string[]> {
  if (thrown.length === 0) return [];
  const { occurrences, seen } = await admitIssues(tx, thrown, names);
  const known = await linkHashes(tx, occurrences, seen);
  const issueOf = (key: HashKey): string => {
    const issue = known.get(hashMapKey(key));
    if (issue === undefined) throw new Error(`fingerprint ${key.hash} of project ${key.projectId} was not linked`);
    return issue;
  };
  const hashes = mergeByHash(occurrences);
  await countHashes(tx, hashes, issueOf);
  await countIssues(tx, mergeByIssue(hashes, issueOf));
  await countHours(tx, occurrences);
  await countIssueMinutes(tx, occurrences);
  await countReleases(tx, occurrences);
  await countIssueUsers(tx, await foldUserKeys(tx, occurrences, names), issueOf);
  return occurrences.map((occurrence) => issueOf(primaryHashOf(occurrence)));
}

/** Always updates: the rows exist since they were linked. An upsert locks rows in the order of its input, an UPDATE does not. */
async function countHashes(
  tx: Tx,
  hashes: readonly (HashKey & { readonly stats: IssueStats })[],
  issueOf: (key: HashKey) => string,
): Promise<void> {
  await sql`
    insert into issue_hashes as i (project_id, hash, issue_id, ${STATS_COLUMNS})
    select * from ${unnest('n', {
      project_id: ['int8', hashes.map(({ projectId }) => projectId)],
      hash: ['text', hashes.map(({ hash }) => hash)],
      issue_id: ['uuid', hashes.map(issueOf)],
      ...statsColumns(hashes.map(({ stats }) => stats)),
    })}
    on conflict (project_id, hash) do update set ${MERGE_STATS}`.execute(tx.kysely);
}

async function countIssues(
  tx: Tx,
  issues: readonly { readonly projectId: string; readonly issueId: string; readonly stats: IssueStats }[],
): Promise<void> {
  await sql`
    insert into issues as i (project_id, id, ${STATS_COLUMNS}, last_seen_hour, count_class, touched_at)
    select n.*, hour_of(n.last_seen), slow_class(n.count), now() from ${unnest('n', {
      project_id: ['int8', issues.map(({ projectId }) => projectId)],
      id: ['uuid', issues.map(({ issueId }) => issueId)],
      ...statsColumns(issues.map(({ stats }) => stats)),
    })}
    on conflict (project_id, id) do update set ${MERGE_STATS},
      last_seen_hour = hour_of(greatest(i.last_seen, excluded.last_seen)),
      count_class = slow_class(i.count + excluded.count),
      ${sql.raw(touch('i', '1 hour'))}`.execute(tx.kysely);
}

async function countHours(tx: Tx, occurrences: readonly IssueOccurrence[]): Promise<void> {
  const hours = mergeByKey(
    occurrences.map((occurrence) => ({
      ...primaryHashOf(occurrence),
      environment: occurrence.environment ?? '',
      hour: hourOf(timeOfId(occurrence.id)),
      count: 1,
    })),
    ({ projectId, hash, environment, hour }) => [projectId, hash, environment, String(hour)],
    (item) => item,
    (a, b) => ({ ...a, count: a.count + b.count }),
  );
  await sql`
    insert into issue_hours as i (project_id, hash, environment, hour, count)
    select * from ${unnest('n', {
      project_id: ['int8', hours.map(({ projectId }) => projectId)],
      hash: ['text', hours.map(({ hash }) => hash)],
      environment: ['text', hours.map(({ environment }) => environment)],
      hour: ['timestamptz', hours.map(({ hour }) => new Date(startOfHour(hour)).toISOString())],
      count: ['int8', hours.map(({ count }) => count)],
    })}
    on conflict (project_id, hash, environment, hour) do update set count = i.count + excluded.count`.execute(
    tx.kysely,
  );
}

async function countReleases(tx: Tx, occurrences: readonly IssueOccurrence[]): Promise<void> {
  const releases = mergeByKey(
    occurrences.flatMap((occurrence) =>
      occurrence.release === null ? [] : [{ ...primaryHashOf(occurrence), ...seenIn(occurrence, occurrence.release) }],
    ),
    ({ projectId, hash, release }) => [projectId, hash, release],
    (item) => item,
    (a, b) => ({
      ...a,
      count: a.count + b.count,
      firstMs: Math.min(a.firstMs, b.firstMs),
      lastMs: Math.max(a.lastMs, b.lastMs),
    }),
  );
  if (releases.length === 0) return;
  const time = (ms: number): string => new Date(ms).toISOString();
  await sql`
    insert into issue_releases as i (project_id, hash, release, count, first_seen, last_seen)
    select * from ${unnest('n', {
      project_id: ['int8', releases.map(({ projectId }) => projectId)],
      hash: ['text', releases.map(({ hash }) => hash)],
      release: ['text', releases.map(({ release }) => release)],
      count: ['int8', releases.map(({ count }) => count)],
      first_seen: ['timestamptz', releases.map(({ firstMs }) => time(firstMs))],
      last_seen: ['timestamptz', releases.map(({ lastMs }) => time(lastMs))],
    })}
    on conflict (project_id, hash, release) do update set count = i.count + excluded.count,
      first_seen = least(i.first_seen, excluded.first_seen),
      last_seen = greatest(i.last_seen, excluded.last_seen)`.execute(tx.kysely);
}

const seenIn = ({ timestampMs }: IssueOccurrence, release: string) => ({
  release,
  count: 1,
  firstMs: timestampMs,
  lastMs: timestampMs,
});
