import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../connection/inTransaction.js';
import { compareKeys } from '../connection/keys.js';
import { unnest } from '../connection/unnest.js';
import { hashMapKey, type HashKey, type IssueOccurrence } from './issueOccurrence.js';

/** A fingerprint's place: the issue it belongs to, and the primary fingerprint of the event that linked it. */
interface Link extends HashKey {
  readonly issueId: string;
  readonly withHash: string;
}

/** Which issue each fingerprint belongs to, by `hashMapKey`. */
export type IssueOfHash = ReadonlyMap<string, string>;

/** Fingerprints may go (retention) between the look and the hold; more often than this in a row they do not. */
const ATTEMPTS = 5;

/**
 * The issue of every fingerprint of these occurrences, new ones linked: an occurrence belongs to the issue that the first
 * known of its fingerprints names, and its unknown ones are linked to that issue; where none is known it opens one, which
 * bears its id. What two known fingerprints name stays two.
 *
 * 1. Link what is unknown, by a look without a lock. Who waits here, for another that links the same, holds only what it linked itself.
 * 2. Hold every fingerprint that was there (`FOR KEY SHARE`, in lock order) until the end of the transaction, so that neither a
 *    merge nor retention moves it meanwhile. Who waits here waits for no link. Transactions that only count do not wait at all.
 * 3. What is held decides: links that were made by what is true no more (another was quicker, a merge came between) are put right.
 *    Nobody has seen them yet.
 *
 * @param look by {@link readIssueOfHash}
 */
export async function linkHashes(
  tx: Tx,
  occurrences: readonly IssueOccurrence[],
  look: IssueOfHash,
): Promise<IssueOfHash> {
  const inOrder = sortById(occurrences);
  const keys = keysOf(inOrder);
  const ours = new Map<string, Link>();
  let seen = look;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    for (const link of await insertLinks(tx, planLinks(inOrder, seen))) ours.set(hashMapKey(link), link);
    seen = await readIssueOfHash(tx, keys, LOCK);
    const known = new Map([...seen].filter(([name]) => !ours.has(name)));
    const links = planLinks(inOrder, known);
    if (links.every((link) => ours.has(hashMapKey(link)))) {
      await moveLinks(
        tx,
        links.filter((link) => !isSame(link, ours.get(hashMapKey(link)))),
      );
      return withLinks(known, links);
    }
  }
  throw new Error(`fingerprints vanished ${ATTEMPTS} times while they were being linked`);
}

/** The issues that these occurrences' fingerprints belong to now, without a lock. */
export const findIssues = (tx: Tx, occurrences: readonly IssueOccurrence[]): Promise<IssueOfHash> =>
  readIssueOfHash(tx, keysOf(occurrences), NO_LOCK);

/** The occurrences by project and id: in which they open issues. */
export const sortById = (occurrences: readonly IssueOccurrence[]): readonly IssueOccurrence[] =>
  [...occurrences].sort((a, b) => compareKeys([a.projectId, a.id], [b.projectId, b.id]));

const isSame = (a: Link, b: Link | undefined): boolean => a.issueId === b?.issueId && a.withHash === b.withHash;

/** Links for what `known` does not know; pure. @param occurrences in the order of their ids */
function planLinks(occurrences: readonly IssueOccurrence[], known: IssueOfHash): readonly Link[] {
  const links = new Map<string, Link>();
  for (const { projectId, hashes, id } of occurrences) {
    const names = hashes.map((hash) => hashMapKey({ projectId, hash }));
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
  new Map([...known, ...links.map((link) => [hashMapKey(link), link.issueId] as const)]);

function keysOf(occurrences: readonly IssueOccurrence[]): readonly HashKey[] {
  const keys = occurrences.flatMap(({ projectId, hashes }) => hashes.map((hash) => ({ projectId, hash })));
  return [...new Map(keys.map((key) => [hashMapKey(key), key])).values()];
}

const hashColumns = (keys: readonly HashKey[]) =>
  ({
    project_id: ['int8', keys.map((key) => key.projectId)],
    hash: ['text', keys.map((key) => key.hash)],
  }) as const;

const NO_LOCK = sql``;
const LOCK = sql`order by h.project_id, h.hash for key share of h`;

async function readIssueOfHash(tx: Tx, keys: readonly HashKey[], lock: RawBuilder<unknown>): Promise<IssueOfHash> {
  const { rows } = await sql<{ project_id: string; hash: string; issue_id: string }>`
    select h.project_id, h.hash, h.issue_id
    from ${unnest('n', hashColumns(keys))}
    join issue_hashes h on h.project_id = n.project_id and h.hash = n.hash ${lock}`.execute(tx.kysely);
  return new Map(rows.map((row) => [hashMapKey({ projectId: row.project_id, hash: row.hash }), row.issue_id]));
}

const linkColumns = (links: readonly Link[]) =>
  ({
    ...hashColumns(links),
    issue_id: ['uuid', links.map((link) => link.issueId)],
    home_id: ['uuid', links.map((link) => link.issueId)],
    with_hash: ['text', links.map((link) => link.withHash)],
  }) as const;

/** Those of the links that were not there yet. */
async function insertLinks(tx: Tx, links: readonly Link[]): Promise<readonly Link[]> {
  if (links.length === 0) return [];
  const { rows } = await sql<{ project_id: string; hash: string }>`
    insert into issue_hashes (project_id, hash, issue_id, home_id, with_hash)
    select * from ${unnest('n', linkColumns(links))}
    on conflict do nothing returning project_id, hash`.execute(tx.kysely);
  const made = new Set(rows.map((row) => hashMapKey({ projectId: row.project_id, hash: row.hash })));
  return links.filter((link) => made.has(hashMapKey(link)));
}

async function moveLinks(tx: Tx, links: readonly Link[]): Promise<void> {
  if (links.length === 0) return;
  await sql`
    update issue_hashes h set issue_id = n.issue_id, home_id = n.home_id, with_hash = n.with_hash
    from ${unnest('n', linkColumns(links))}
    where h.project_id = n.project_id and h.hash = n.hash`.execute(tx.kysely);
}
