import { sql, type RawBuilder } from 'kysely';
import { runByShard, type Tx, compareKeys, unnest } from '@sluice/db';
import {
  firstOfEach,
  formerKeys,
  hashMapKey,
  lookedUpKeys,
  ownKeys,
  type HashKey,
  type IssueOccurrence,
  type IssueOfHash,
} from './issueOccurrence.js';

/** A fingerprint with its issue, and with the primary fingerprint of the event that linked it. */
interface Link extends HashKey {
  readonly issueId: string;
  readonly withHash: string;
}

/** Retention may delete fingerprints between the read and the lock. More failures in a row than this are an error. */
const ATTEMPTS = 5;

/**
 * Returns the issue of every fingerprint of these occurrences, after linking new ones. An occurrence belongs to the issue of
 * the first of its fingerprints that is known; its unknown fingerprints are linked to that issue. If none is known, it opens
 * an issue with its own id. Two known fingerprints of different issues keep these issues. Former fingerprints are asked for
 * if no other is known; they find an issue like the others, and are never linked.
 *
 * 1. Insert links for unknown fingerprints, from a read without locks. A transaction that waits here for another that inserts
 *    the same link holds only links that it inserted itself.
 * 2. Lock every fingerprint that was looked up and existed (`FOR KEY SHARE`, in lock order) until the transaction ends, so that neither a merge
 *    nor retention moves it. A transaction that waits here does not wait for a link. Transactions that only count do not wait.
 * 3. The locked rows decide: links that were planned from outdated rows (another transaction was faster, or a merge came
 *    between) are corrected. No other transaction has seen them yet.
 *
 * @param look by {@link findIssues}
 */
export async function linkHashes(
  tx: Tx,
  occurrences: readonly IssueOccurrence[],
  look: IssueOfHash,
): Promise<IssueOfHash> {
  const inOrder = firstOfEach(occurrences);
  const ours = new Map<string, Link>();
  let known = look;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const keys = inOrder.flatMap((occurrence) => lookedUpKeys(occurrence, known));
    for (const link of await insertLinks(tx, planLinks(inOrder, known))) ours.set(hashMapKey(link), link);
    const locked = await readIssueOfHash(tx, keys, LOCK);
    known = new Map([...locked].filter(([name]) => !ours.has(name)));
    const links = planLinks(inOrder, known);
    if (links.every((link) => ours.has(hashMapKey(link)))) {
      await moveLinks(
        tx,
        links.filter((link) => !isSame(link, ours.get(hashMapKey(link)))),
      );
      return withLinks(known, links);
    }
  }
  throw new Error(`fingerprints were deleted ${ATTEMPTS} times while they were being linked`);
}

/**
 * Returns the issues that these occurrences' fingerprints belong to now: their own, then the former ones of those that have no
 * issue by their own. Locks nothing.
 */
export async function findIssues(tx: Tx, occurrences: readonly IssueOccurrence[]): Promise<IssueOfHash> {
  const own = await readIssues(tx, occurrences.flatMap(ownKeys));
  const former = occurrences.flatMap((occurrence) => formerKeys(occurrence, own));
  return former.length === 0 ? own : new Map([...own, ...(await readIssues(tx, former))]);
}

/** Returns the issues that fingerprints belong to now. Locks nothing. */
export const readIssues = (tx: Tx, keys: readonly HashKey[]): Promise<IssueOfHash> =>
  readIssueOfHash(tx, keys, NO_LOCK);

const isSame = (a: Link, b: Link | undefined): boolean => a.issueId === b?.issueId && a.withHash === b.withHash;

/** Returns links for the fingerprints that are not in `known`. Pure. @param occurrences in the order of their ids */
function planLinks(occurrences: readonly IssueOccurrence[], known: IssueOfHash): readonly Link[] {
  const links = new Map<string, Link>();
  for (const occurrence of occurrences) {
    const { projectId, hashes, id } = occurrence;
    const names = lookedUpKeys(occurrence, known).map(hashMapKey);
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

const hashColumns = (keys: readonly HashKey[]) =>
  ({
    project_id: ['int8', keys.map((key) => key.projectId)],
    hash: ['text', keys.map((key) => key.hash)],
  }) as const;

const NO_LOCK = sql``;
const LOCK = sql`order by h.project_id, h.hash for key share of h`;

interface IssueOfHashRow {
  readonly project_id: string;
  readonly hash: string;
  readonly issue_id: string;
}

/** @param keys may contain a key more than once */
async function readIssueOfHash(tx: Tx, keys: readonly HashKey[], lock: RawBuilder<unknown>): Promise<IssueOfHash> {
  const rows = await runByShard(
    tx,
    [...new Map(keys.map((key) => [hashMapKey(key), key])).values()],
    ({ projectId }) => projectId,
    ({ items, within }) => sql<IssueOfHashRow>`
      select h.project_id, h.hash, h.issue_id
      from ${unnest('n', hashColumns(items))}
      join issue_hashes h on h.project_id = n.project_id and h.hash = n.hash
      where ${within('h.project_id')} ${lock}`,
  );
  return new Map(rows.map((row) => [hashMapKey({ projectId: row.project_id, hash: row.hash }), row.issue_id]));
}

const linkColumns = (links: readonly Link[]) =>
  ({
    ...hashColumns(links),
    issue_id: ['uuid', links.map((link) => link.issueId)],
    home_id: ['uuid', links.map((link) => link.issueId)],
    with_hash: ['text', links.map((link) => link.withHash)],
  }) as const;

/** Inserts links and returns those that did not exist. */
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
  await runByShard(
    tx,
    links,
    ({ projectId }) => projectId,
    ({ items, within }) => sql`
      update issue_hashes h set issue_id = n.issue_id, home_id = n.home_id, with_hash = n.with_hash
      from ${unnest('n', linkColumns(items))}
      where h.project_id = n.project_id and h.hash = n.hash and ${within('h.project_id')}`,
  );
}
