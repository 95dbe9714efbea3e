import { type Tx, OTHER, type NameBudget, countNewNames, lockNewNames } from '@sluice/db';
import {
  firstOfEach,
  hashMapKey,
  lookedUpKeys,
  sortById,
  type IssueOccurrence,
  type IssueOfHash,
} from './issueOccurrence.js';
import { findIssues, readIssues } from './linkHashes.js';

/** The occurrences after the caps, in the same order, and the issues that their fingerprints had when they were read. */
export interface AdmittedOccurrences {
  readonly occurrences: readonly IssueOccurrence[];
  readonly seen: IssueOfHash;
}

/**
 * Lets occurrences open issues, in the order of their ids, up to their projects' caps for this hour. An occurrence above the
 * cap becomes one of the issue {@link OTHER}, and its fingerprints stay unknown: the next exception with them may open an
 * issue. Locks nothing if every occurrence has a known fingerprint; otherwise it locks the projects' counters, before any
 * fingerprint is locked.
 */
export async function admitIssues(
  tx: Tx,
  occurrences: readonly IssueOccurrence[],
  names: NameBudget,
): Promise<AdmittedOccurrences> {
  const distinct = firstOfEach(occurrences);
  const seen = await findIssues(tx, distinct);
  const opening = withoutIssue(distinct, seen);
  if (opening.length === 0) return { occurrences, seen };
  // Before the lock, because former fingerprints are computed here.
  const keys = occurrences.flatMap((occurrence) => lookedUpKeys(occurrence, seen));
  const rooms = await lockNewNames(
    tx,
    'issue',
    names.caps.issue,
    opening.map(({ projectId }) => projectId),
  );
  // A separate statement: it sees the issues that other transactions opened while this one waited for the counters.
  const now = await readIssues(tx, keys);
  const { folded, opened } = foldAboveCap(occurrences, now, rooms);
  await countNewNames(tx, 'issue', opened);
  for (const { projectId } of folded) names.fold('issue', projectId, 1);
  return { occurrences: occurrences.map((each) => (folded.has(each) ? asOther(each) : each)), seen: now };
}

/** The issue {@link OTHER} has counts, times and places of many faults, but no title of one. */
const asOther = (occurrence: IssueOccurrence): IssueOccurrence => ({
  ...occurrence,
  hashes: [OTHER],
  formerHashes: () => [],
  title: OTHER,
  culprit: null,
});

/** Returns the occurrences of which no fingerprint has an issue. */
const withoutIssue = (occurrences: readonly IssueOccurrence[], seen: IssueOfHash): readonly IssueOccurrence[] =>
  occurrences.filter((occurrence) => !namesOf(occurrence, seen).some((name) => seen.has(name)));

const namesOf = (occurrence: IssueOccurrence, seen: IssueOfHash): readonly string[] =>
  lookedUpKeys(occurrence, seen).map(hashMapKey);

function foldAboveCap(
  occurrences: readonly IssueOccurrence[],
  seen: IssueOfHash,
  rooms: ReadonlyMap<string, number>,
): { readonly folded: ReadonlySet<IssueOccurrence>; readonly opened: ReadonlyMap<string, number> } {
  const known = new Set(seen.keys());
  const folded = new Set<IssueOccurrence>();
  const opened = new Map<string, number>();
  for (const occurrence of sortById(occurrences)) {
    const names = namesOf(occurrence, seen);
    const count = opened.get(occurrence.projectId) ?? 0;
    if (!names.some((name) => known.has(name))) {
      if (count >= (rooms.get(occurrence.projectId) ?? 0)) {
        folded.add(occurrence);
        continue;
      }
      opened.set(occurrence.projectId, count + 1);
    }
    for (const name of names.slice(0, occurrence.hashes.length)) known.add(name);
  }
  return { folded, opened };
}
