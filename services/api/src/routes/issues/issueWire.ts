import { HOUR_MS } from '@sluice/contract';
import type { Culprit } from '@sluice/sourcemaps';
import type { SeriesRange } from './sql/issueSeries.js';
import type { IssueDetail } from './sql/readIssue.js';
import type { ListedIssue } from './sql/storedIssue.js';

/** Details of an issue that are not stored in its row. */
export interface IssueDetails {
  readonly series: SeriesRange;
  /** Counted exceptions by bucket. */
  readonly counts: readonly number[];
  /** Issues first seen since then are new. */
  readonly newSinceMs: number;
  /** Culprit of its latest exception. */
  readonly culprit: Culprit | undefined;
}

/** Details of an issue without statistics. */
export const EMPTY_DETAILS: IssueDetails = {
  series: { fromMs: 0, toMs: 0, stepMs: HOUR_MS, times: [], bounds: [] },
  counts: [],
  newSinceMs: Infinity,
  culprit: undefined,
};

/** Fields that lists and details show. */
export const issueToWire = (issue: ListedIssue, { series, counts, newSinceMs, culprit }: IssueDetails) => ({
  id: issue.id,
  title: issue.title,
  culprit: culprit?.original ?? issue.culprit,
  culpritPending: culprit?.isLate ?? false,
  level: issue.level,
  status: issue.status,
  resolvedIn: issue.resolvedIn,
  resolvedAfter: issue.resolvedNext,
  ignoredUntil: ignoredUntilToWire(issue),
  regressed: issue.isRegressed,
  new: issue.status === 'open' && !issue.isRegressed && issue.total.firstSeen.getTime() >= newSinceMs,
  assignee: issue.assigneeId,
  count: issue.count,
  users: issue.users,
  firstSeen: issue.firstSeen.toISOString(),
  lastSeen: issue.lastSeen.toISOString(),
  firstRelease: issue.firstRelease,
  lastRelease: issue.lastRelease,
  total: { users: issue.total.users, ...seenToWire(issue.total) },
  series: {
    from: new Date(series.times[0] ?? series.fromMs).toISOString(),
    interval: series.stepMs === HOUR_MS ? ('hour' as const) : ('day' as const),
    counts,
  },
  trend: trendOf(counts),
  approximate: issue.approximate,
});

function trendOf(counts: readonly number[]): number {
  const half = Math.ceil(counts.length / 2);
  return counts.reduce((sum, each, index) => sum + (index < half ? -each : each), 0);
}

function ignoredUntilToWire({ ignoredUntil: { time: at, events, users } }: ListedIssue) {
  if (at === null && events === null && users === null) return null;
  return { time: at?.toISOString() ?? null, events, users };
}

interface Seen {
  readonly count: number;
  readonly firstSeen: Date;
  readonly lastSeen: Date;
}

const seenToWire = ({ count: seen, firstSeen, lastSeen }: Seen) => ({
  count: seen,
  firstSeen: firstSeen.toISOString(),
  lastSeen: lastSeen.toISOString(),
});

/** An issue with its statistics. */
export const issueDetailToWire = (issue: IssueDetail, shown: ListedIssue, facts: IssueDetails) => ({
  ...issueToWire(shown, facts),
  fingerprints: issue.fingerprints.map((each) => ({ hash: each.hash, ...seenToWire(each) })),
  releases: issue.releases.map((each) => ({ version: each.version, ...seenToWire(each) })),
  environments: issue.environments,
  latestEventId: issue.latestEventId,
  mergedInto: issue.mergedInto,
});
