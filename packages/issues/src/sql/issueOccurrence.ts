import { compareKeys, mergeByKey } from '@sluice/db';

/** The part of a stored exception that its issue needs. */
export interface IssueOccurrence {
  readonly projectId: string;
  /** Its fingerprints, strongest first. The first is in its row, and it is counted under it. */
  readonly hashes: readonly [string, ...string[]];
  /**
   * Returns fingerprints by former rules: they find its issue if none of {@link hashes} does, and are not linked. Called only for
   * an exception of which no fingerprint is known. Default none.
   */
  readonly formerHashes?: () => readonly string[];
  /** The event id: its time is the arrival. */
  readonly id: string;
  /** Time by which the event is ordered (`orderingTime`), milliseconds since 1970. */
  readonly timestampMs: number;
  readonly environment: string | null;
  readonly release: string | null;
  /** Key of its project user. */
  readonly userKey: string | null;
  readonly title: string;
  readonly culprit: string | null;
  readonly level: string;
  /** Whether it is counted by minute, because a rule watches the rates of its project's issues. Default false. */
  readonly isWatched?: boolean;
}

/** A fingerprint of a project. */
export interface HashKey {
  readonly projectId: string;
  readonly hash: string;
}

interface ReleaseAt {
  readonly release: string;
  readonly ms: number;
}

/** The event that title, culprit and level come from. */
type Newest = Pick<IssueOccurrence, 'id' | 'timestampMs' | 'title' | 'culprit' | 'level'>;

/** Totals of the occurrences of a fingerprint or an issue. Merging is commutative and associative. */
export interface IssueStats {
  readonly count: number;
  readonly firstMs: number;
  readonly newest: Newest;
  readonly firstRelease: ReleaseAt | undefined;
  readonly lastRelease: ReleaseAt | undefined;
}

/** Returns the fingerprint that an occurrence is counted under. */
export const primaryHashOf = ({ projectId, hashes }: IssueOccurrence): HashKey => ({ projectId, hash: hashes[0] });

/** The issue of each fingerprint, by {@link hashMapKey}. */
export type IssueOfHash = ReadonlyMap<string, string>;

/** Returns the key of a fingerprint for maps. */
export const hashMapKey = ({ projectId, hash }: HashKey): string => `${projectId}/${hash}`;

/** Returns the keys of an occurrence's own fingerprints, strongest first. */
export const ownKeys = ({ projectId, hashes }: IssueOccurrence): readonly HashKey[] =>
  hashes.map((hash) => ({ projectId, hash }));

/** Returns the keys of an occurrence's former fingerprints, strongest first; none if one of its own has an issue in `known`. */
export function formerKeys(occurrence: IssueOccurrence, known: IssueOfHash): readonly HashKey[] {
  const { projectId, formerHashes } = occurrence;
  if (formerHashes === undefined || ownKeys(occurrence).some((key) => known.has(hashMapKey(key)))) return [];
  return formerHashes().map((hash) => ({ projectId, hash }));
}

/** Returns the keys by which the issue of an occurrence is found, strongest first. */
export const lookedUpKeys = (occurrence: IssueOccurrence, known: IssueOfHash): readonly HashKey[] => [
  ...ownKeys(occurrence),
  ...formerKeys(occurrence, known),
];

/** Sorts occurrences by project and id, the order in which they open issues. */
export const sortById = (occurrences: readonly IssueOccurrence[]): readonly IssueOccurrence[] =>
  [...occurrences].sort((a, b) => compareKeys([a.projectId, a.id], [b.projectId, b.id]));

/**
 * Returns the first occurrence of each list of fingerprints, by project and id. The issue that it finds or opens is the issue
 * of the others.
 */
export const firstOfEach = (occurrences: readonly IssueOccurrence[]): readonly IssueOccurrence[] =>
  sortById(
    mergeByKey(
      occurrences,
      ({ projectId, hashes }) => [projectId, ...hashes],
      (occurrence) => occurrence,
      (a, b) => (a.id <= b.id ? a : b),
    ),
  );

/** Merges occurrences by fingerprint, in lock order. */
export function mergeByHash(occurrences: readonly IssueOccurrence[]): readonly (HashKey & { stats: IssueStats })[] {
  return mergeByKey(
    occurrences.map((occurrence) => ({ ...primaryHashOf(occurrence), stats: statsOf(occurrence) })),
    ({ projectId, hash }) => [projectId, hash],
    (item) => item,
    (a, b) => ({ ...a, stats: mergeStats(a.stats, b.stats) }),
  );
}

/** Merges the totals of fingerprints by issue, in lock order. @param issueOf returns the issue of a fingerprint */
export function mergeByIssue(
  hashes: readonly (HashKey & { stats: IssueStats })[],
  issueOf: (key: HashKey) => string,
): readonly { readonly projectId: string; readonly issueId: string; readonly stats: IssueStats }[] {
  return mergeByKey(
    hashes.map((hash) => ({ projectId: hash.projectId, issueId: issueOf(hash), stats: hash.stats })),
    ({ projectId, issueId }) => [projectId, issueId],
    (item) => item,
    (a, b) => ({ ...a, stats: mergeStats(a.stats, b.stats) }),
  );
}

function statsOf(occurrence: IssueOccurrence): IssueStats {
  const { release, timestampMs: ms } = occurrence;
  const seen = release === null ? undefined : { release, ms };
  return { count: 1, firstMs: ms, newest: occurrence, firstRelease: seen, lastRelease: seen };
}

function mergeStats(a: IssueStats, b: IssueStats): IssueStats {
  return {
    count: a.count + b.count,
    firstMs: Math.min(a.firstMs, b.firstMs),
    newest: isNewer(b.newest, a.newest) ? b.newest : a.newest,
    firstRelease: pickRelease(a.firstRelease, b.firstRelease, (order) => order < 0),
    lastRelease: pickRelease(a.lastRelease, b.lastRelease, (order) => order > 0),
  };
}

const isNewer = (a: Newest, b: Newest): boolean =>
  a.timestampMs !== b.timestampMs ? a.timestampMs > b.timestampMs : a.id > b.id;

function pickRelease(
  a: ReleaseAt | undefined,
  b: ReleaseAt | undefined,
  wins: (order: number) => boolean,
): ReleaseAt | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  // Bytewise, as PostgreSQL's collation "C" compares.
  const order = b.ms - a.ms || Buffer.compare(Buffer.from(b.release), Buffer.from(a.release));
  return wins(order) ? b : a;
}
