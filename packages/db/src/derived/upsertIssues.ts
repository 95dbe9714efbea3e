import { sql } from 'kysely';
import type { Tx } from '../connection/inTransaction.js';
import { unnest } from '../connection/unnest.js';
import { foldHashes, foldIssues, type IssueOccurrence } from './issueOccurrence.js';
import { touch } from './touch.js';

/**
 * Counts exceptions in their issues, opening issues for hashes that no issue knows; returns the issue id of each
 * occurrence. An issue bears the id of an event that opened it. Two transactions with the same new hash end with one issue:
 * the second waits for the first at the hash, before either holds an issue's row. Hashes are held from when they are
 * found, so that retention cannot take an issue between the look and the count (see `deleteStale`).
 */
export async function upsertIssues(tx: Tx, occurrences: readonly IssueOccurrence[]): Promise<readonly string[]> {
  if (occurrences.length === 0) return [];
  const hashes = foldHashes(occurrences);
  const known = await findIssues(tx, hashes);
  const unknown = hashes.filter((hash) => !known.has(nameOf(hash)));
  const opened = unknown.length === 0 ? known : new Map([...known, ...(await openIssues(tx, unknown))]);
  const issueOf = (occurrence: HashKey): string => {
    const issue = opened.get(nameOf(occurrence));
    if (issue === undefined) throw new Error(`hash ${occurrence.hash} of project ${occurrence.projectId} vanished`);
    return issue;
  };
  await countOccurrences(tx, occurrences, issueOf);
  return occurrences.map(issueOf);
}

interface HashKey {
  readonly projectId: string;
  readonly hash: string;
}

const nameOf = (key: HashKey): string => `${key.projectId}/${key.hash}`;

async function findIssues(tx: Tx, hashes: readonly HashKey[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ project_id: string; hash: string; issue_id: string }>`
    select h.project_id, h.hash, h.issue_id
    from ${unnest('n', {
      project_id: ['int8', hashes.map((key) => key.projectId)],
      hash: ['text', hashes.map((key) => key.hash)],
    })}
    join issue_hashes h on h.project_id = n.project_id and h.hash = n.hash
    for key share of h`.execute(tx.kysely);
  return new Map(rows.map((row) => [nameOf({ projectId: row.project_id, hash: row.hash }), row.issue_id]));
}

/** Links hashes to new issues. One that another transaction linked meanwhile keeps that link, so they are read again. */
async function openIssues(
  tx: Tx,
  hashes: readonly (HashKey & { readonly id: string })[],
): Promise<Map<string, string>> {
  await sql`
    insert into issue_hashes (project_id, hash, issue_id)
    select * from ${unnest('n', {
      project_id: ['int8', hashes.map((key) => key.projectId)],
      hash: ['text', hashes.map((key) => key.hash)],
      issue_id: ['uuid', hashes.map((key) => key.id)],
    })}
    on conflict do nothing`.execute(tx.kysely);
  return findIssues(tx, hashes);
}

async function countOccurrences(
  tx: Tx,
  occurrences: readonly IssueOccurrence[],
  issueOf: (occurrence: IssueOccurrence) => string,
): Promise<void> {
  const issues = foldIssues(occurrences, issueOf);
  await sql`
    insert into issues as i (project_id, id, title, culprit, level, count, first_seen, last_seen, last_event_id,
      first_release, first_release_at, last_release, last_release_at)
    select * from ${unnest('n', {
      project_id: ['int8', issues.map((issue) => issue.projectId)],
      id: ['uuid', issues.map((issue) => issue.issueId)],
      title: ['text', issues.map((issue) => issue.newest.title)],
      culprit: ['text', issues.map((issue) => issue.newest.culprit)],
      level: ['text', issues.map((issue) => issue.newest.level)],
      count: ['int8', issues.map((issue) => issue.count)],
      first_seen: ['timestamptz', issues.map((issue) => timeOf(issue.firstMs))],
      last_seen: ['timestamptz', issues.map((issue) => timeOf(issue.newest.timestampMs))],
      last_event_id: ['uuid', issues.map((issue) => issue.newest.id)],
      first_release: ['text', issues.map((issue) => issue.firstRelease?.release ?? null)],
      first_release_at: ['timestamptz', issues.map((issue) => timeOf(issue.firstRelease?.ms))],
      last_release: ['text', issues.map((issue) => issue.lastRelease?.release ?? null)],
      last_release_at: ['timestamptz', issues.map((issue) => timeOf(issue.lastRelease?.ms))],
    })}
    on conflict (project_id, id) do update set
      count = i.count + excluded.count,
      first_seen = least(i.first_seen, excluded.first_seen),
      last_seen = greatest(i.last_seen, excluded.last_seen),
      ${sql.raw(touch('i', '1 hour'))},
      ${sql.raw(NEWEST_WINS)},
      ${sql.raw(RELEASES_WIN)}`.execute(tx.kysely);
}

const timeOf = (ms: number | undefined): string | null => (ms === undefined ? null : new Date(ms).toISOString());

const NEWEST_WINS = ['title', 'culprit', 'level', 'last_event_id']
  .map(
    (column) => `${column} = case
      when (excluded.last_seen, excluded.last_event_id) > (i.last_seen, i.last_event_id) then excluded.${column}
      else i.${column} end`,
  )
  .join(', ');

const RELEASES_WIN = [
  ['first_release', '<'],
  ['last_release', '>'],
]
  .flatMap(([name = '', sign = '']) =>
    [name, `${name}_at`].map(
      (column) => `${column} = case
        when i.${name}_at is null
          or (excluded.${name}_at, excluded.${name}) ${sign} (i.${name}_at, i.${name}) then excluded.${column}
        else i.${column} end`,
    ),
  )
  .join(', ');
