import { foldByKey } from '../connection/keys.js';

/** What a stored exception tells its issue. */
export interface IssueOccurrence {
  readonly projectId: string;
  /** The fingerprint that groups it, lower-case hex. */
  readonly hash: string;
  /** The event id. */
  readonly id: string;
  /** Time of the event, milliseconds since 1970. */
  readonly timestampMs: number;
  readonly release: string | null;
  readonly title: string;
  readonly culprit: string | null;
  readonly level: string;
}

interface ReleaseAt {
  readonly release: string;
  readonly ms: number;
}

/** The occurrences of one issue, folded. */
export interface IssueChange {
  readonly projectId: string;
  readonly issueId: string;
  readonly count: number;
  readonly firstMs: number;
  readonly newest: IssueOccurrence;
  readonly firstRelease: ReleaseAt | undefined;
  readonly lastRelease: ReleaseAt | undefined;
}

/** One occurrence for each (project, hash), that with the smallest id, in lock order. */
export function foldHashes(occurrences: readonly IssueOccurrence[]): IssueOccurrence[] {
  return foldByKey(
    occurrences,
    (occurrence) => [occurrence.projectId, occurrence.hash],
    (occurrence) => occurrence,
    (a, b) => (b.id < a.id ? b : a),
  );
}

/** One change for each issue, in lock order. */
export function foldIssues(
  occurrences: readonly IssueOccurrence[],
  issueOf: (occurrence: IssueOccurrence) => string,
): IssueChange[] {
  return foldByKey(
    occurrences.map((occurrence) => changeOf(occurrence, issueOf(occurrence))),
    (change) => [change.projectId, change.issueId],
    (change) => change,
    joinChanges,
  );
}

function changeOf(occurrence: IssueOccurrence, issueId: string): IssueChange {
  const { projectId, release, timestampMs: ms } = occurrence;
  const seen = release === null ? undefined : { release, ms };
  return { projectId, issueId, count: 1, firstMs: ms, newest: occurrence, firstRelease: seen, lastRelease: seen };
}

function joinChanges(a: IssueChange, b: IssueChange): IssueChange {
  return {
    ...a,
    count: a.count + b.count,
    firstMs: Math.min(a.firstMs, b.firstMs),
    newest: isNewer(b.newest, a.newest) ? b.newest : a.newest,
    firstRelease: pick(a.firstRelease, b.firstRelease, (order) => order < 0),
    lastRelease: pick(a.lastRelease, b.lastRelease, (order) => order > 0),
  };
}

const isNewer = (a: IssueOccurrence, b: IssueOccurrence): boolean =>
  a.timestampMs !== b.timestampMs ? a.timestampMs > b.timestampMs : a.id > b.id;

function pick(
  a: ReleaseAt | undefined,
  b: ReleaseAt | undefined,
  wins: (order: number) => boolean,
): ReleaseAt | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  // By bytes, as PostgreSQL's collation "C" compares.
  const order = b.ms - a.ms || Buffer.compare(Buffer.from(b.release), Buffer.from(a.release));
  return wins(order) ? b : a;
}
