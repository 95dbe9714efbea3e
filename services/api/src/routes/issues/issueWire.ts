import type { IssueDetail } from './sql/readIssue.js';
import type { ListedIssue } from './sql/storedIssue.js';
import type { SeriesRange } from './sql/issueSeries.js';
import { count, described, boolean, id, listOf, named, nullable, object, oneOf, text, time } from '@sluice/management';
import type { Culprit } from '@sluice/sourcemaps';

/** Statuses of an issue. */
export const ISSUE_STATUSES = ['open', 'resolved', 'ignored'] as const;

const HOUR_MS = 3_600_000;

const seenFields = { count, firstSeen: time, lastSeen: time };

const issueFields = {
  id,
  title: text(),
  culprit: described(
    nullable(text()),
    'Where its latest exception happened: the newest frame of the application, resolved if its source map could be read in time.',
  ),
  culpritPending: described(
    boolean,
    'The source maps could not be read in time: `culprit` is as it was resolved before, or as it was sent. Read again.',
  ),
  level: text(),
  status: oneOf(...ISSUE_STATUSES),
  resolvedIn: described(nullable(text()), 'The release that fixes it, if one was given.'),
  resolvedAfter: described(nullable(text()), 'If the next release fixes it: the release that was the latest one.'),
  ignoredUntil: described(
    nullable(
      object({
        time: described(nullable(time), 'When it opens again.'),
        events: described(nullable(count), 'After how many more exceptions it opens again.'),
        users: described(nullable(count), 'After how many more users it opens again.'),
      }),
    ),
    'What opens an ignored issue again; null: nothing.',
  ),
  regressed: described(boolean, 'Whether it is open because an exception arrived after it was resolved.'),
  new: described(boolean, 'Whether it is open, never resolved, and first seen in the last 24 hours of the range.'),
  assignee: described(nullable(id), 'Id of the user who takes care of it.'),
  count,
  users: described(count, 'Distinct project users affected.'),
  firstSeen: described(time, 'By event time.'),
  lastSeen: time,
  firstRelease: nullable(text()),
  lastRelease: nullable(text()),
  total: described(object({ users: count, ...seenFields }), 'Of all time, whatever the filter.'),
  series: described(
    object({ from: time, interval: oneOf('hour', 'day'), counts: listOf(count) }),
    'Counted exceptions by hour or day of arrival, the end of the range last. `from` is the start of the first one: of a day, midnight in `zone`.',
  ),
  trend: described(
    { type: 'integer' },
    'Counted exceptions in the second half of the series minus those in the first.',
  ),
  approximate: described(
    boolean,
    'The filter matches more exceptions than were scanned: `count` covers whole hours and `users` is a lower bound.',
  ),
};

/** An issue in a list. */
export const listedIssueSchema = named('Issue', object(issueFields));

/** An issue with its statistics. */
export const issueDetailSchema = named(
  'IssueDetail',
  object({
    ...issueFields,
    fingerprints: described(
      listOf(object({ hash: id, ...seenFields })),
      'Fingerprints that unmerge accepts; latest first.',
    ),
    releases: listOf(object({ version: text(), ...seenFields })),
    environments: listOf(object({ environment: nullable(text()), count })),
    latestEventId: described(id, 'The exception that title, culprit and level come from.'),
    mergedInto: described(nullable(id), 'The issue that it was merged into.'),
  }),
);

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
    interval: series.stepMs === HOUR_MS ? 'hour' : 'day',
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
