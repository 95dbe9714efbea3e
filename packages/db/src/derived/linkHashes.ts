import { sql } from 'kysely';
import type { Tx } from '../connection/inTransaction.js';
import { compareKeys } from '../connection/keys.js';
import { unnest } from '../connection/unnest.js';
import { nameOfHash, type HashKey, type IssueOccurrence } from './issueOccurrence.js';

/** A fingerprint's place: the issue it belongs to, and the primary fingerprint of the event that linked it. */
interface Link extends HashKey {
  readonly issueId: string;
  readonly withHash: string;
}

/** Which issue each fingerprint belongs to, by `nameOfHash`. */
export type IssueOfHash = ReadonlyMap<string, string>;

/** Hashes may go (retention) between the look and the link; more often than this in a row they do not. */
const ATTEMPTS = 5;

/**
 * The issue of every fingerprint of these occurrences, new ones linked: an occurrence belongs to the issue that the first
 * known of its fingerprints names, and its unknown ones are linked to that issue; where none is known it opens one, which
 * bears its id. What two known fingerprints name stays two.
 *
 * Every fingerprint found is held (`FOR KEY SHARE`, in lock order) until the end of the transaction, so that neither a merge nor
 * retention moves it meanwhile; transactions that only count do not wait for each other here. Of two that link the same
 * fingerprint the second waits and then follows the first.
 */
export async function linkHashes(tx: Tx, occurrences: readonly IssueOccurrence[]): Promise<IssueOfHash> {
  const inOrder = [...occurrences].sort((a, b) => compareKeys([a.projectId, a.id], [b.projectId, b.id]));
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const known = await findIssues(tx, keysOf(inOrder));
    const links = plan(inOrder, known);
    if (links.length === 0) return known;
    const ours = await insertLinks(tx, links);
    if (ours.size === links.length) return withLinks(known, links);
    // Somebody else was quicker with some of them: what they say goes before what was planned.
    const theirs = await findIssues(
      tx,
      links.filter((link) => !ours.has(nameOfHash(link))),
    );
    if (theirs.size + ours.size === links.length) {
      const settled = new Map([...known, ...theirs]);
      const again = plan(inOrder, settled);
      await moveLinks(tx, again);
      return withLinks(settled, again);
    }
    await deleteLinks(
      tx,
      links.filter((link) => ours.has(nameOfHash(link))),
    );
  }
  throw new Error(`fingerprints vanished ${ATTEMPTS} times while they were being linked`);
}

/** Links for what `known` does not know; pure. @param occurrences in the order of their ids */
function plan(occurrences: readonly IssueOccurrence[], known: IssueOfHash): readonly Link[] {
  const links = new Map<string, Link>();
  for (const { projectId, hashes, id } of occurrences) {
    const names = hashes.map((hash) => nameOfHash({ projectId, hash }));
    const issueOf = (name: string): string | undefined => known.get(name) ?? links.get(name)?.issueId;
    const issueId = names.map(issueOf).find((issue) => issue !== undefined) ?? id;
    hashes.forEach((hash, index) => {
      const name = names[index] ?? '';
      if (issueOf(name) === undefined) links.set(name, { projectId, hash, issueId, withHash: hashes[0] });
    });
  }
  return [...links.values()].sort((a, b) => compareKeys([a.projectId, a.hash], [b.projectId, b.hash]));
}

const withLinks = (known: IssueOfHash, links: readonly Link[]): IssueOfHash =>
  new Map([...known, ...links.map((link) => [nameOfHash(link), link.issueId] as const)]);

function keysOf(occurrences: readonly IssueOccurrence[]): readonly HashKey[] {
  const keys = occurrences.flatMap(({ projectId, hashes }) => hashes.map((hash) => ({ projectId, hash })));
  return [...new Map(keys.map((key) => [nameOfHash(key), key])).values()];
}

const hashColumns = (keys: readonly HashKey[]) =>
  ({
    project_id: ['int8', keys.map((key) => key.projectId)],
    hash: ['text', keys.map((key) => key.hash)],
  }) as const;

async function findIssues(tx: Tx, keys: readonly HashKey[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ project_id: string; hash: string; issue_id: string }>`
    select h.project_id, h.hash, h.issue_id
    from ${unnest('n', hashColumns(keys))}
    join issue_hashes h on h.project_id = n.project_id and h.hash = n.hash
    order by h.project_id, h.hash
    for key share of h`.execute(tx.kysely);
  return new Map(rows.map((row) => [nameOfHash({ projectId: row.project_id, hash: row.hash }), row.issue_id]));
}

const linkColumns = (links: readonly Link[]) =>
  ({
    ...hashColumns(links),
    issue_id: ['uuid', links.map((link) => link.issueId)],
    home_id: ['uuid', links.map((link) => link.issueId)],
    with_hash: ['text', links.map((link) => link.withHash)],
  }) as const;

/** The names of those that were not there yet. */
async function insertLinks(tx: Tx, links: readonly Link[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ project_id: string; hash: string }>`
    insert into issue_hashes (project_id, hash, issue_id, home_id, with_hash)
    select * from ${unnest('n', linkColumns(links))}
    on conflict do nothing returning project_id, hash`.execute(tx.kysely);
  return new Set(rows.map((row) => nameOfHash({ projectId: row.project_id, hash: row.hash })));
}

/** Of links that this transaction made itself, so that nobody else has seen them. */
async function moveLinks(tx: Tx, links: readonly Link[]): Promise<void> {
  await sql`
    update issue_hashes h set issue_id = n.issue_id, home_id = n.home_id, with_hash = n.with_hash
    from ${unnest('n', linkColumns(links))}
    where h.project_id = n.project_id and h.hash = n.hash`.execute(tx.kysely);
}

/** Of links that this transaction made itself. */
async function deleteLinks(tx: Tx, links: readonly Link[]): Promise<void> {
  await sql`
    delete from issue_hashes h using ${unnest('n', hashColumns(links))}
    where h.project_id = n.project_id and h.hash = n.hash`.execute(tx.kysely);
}
