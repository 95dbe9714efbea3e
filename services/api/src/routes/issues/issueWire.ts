import { startOfHour } from '@sluice/contract';
import type { IssueDetail, ListedIssue, StoredIssue } from '@sluice/db';
import { count, described, boolean, id, listOf, named, nullable, object, oneOf, text, time } from '@sluice/management';
import type { Culprit } from '../../frames/culpritOf.js';

/** Statuses of an issue. */
export const ISSUE_STATUSES = ['open', 'resolved', 'ignored'] as const;

const seenFields = { count, firstSeen: time, lastSeen: time };

const issueFields = {
  id,
  title: text(),
  culprit: described(
    nullable(text()),
    'Where its latest exception happened: the newest frame of the application, resolved if its source map could be read in time.',
  ),
  level: text(),
  status: oneOf(...ISSUE_STATUSES),
  resolvedIn: described(nullable(text()), 'The release that fixes it, if one was given.'),
  regressed: described(boolean, 'Whether it is open because an exception arrived after it was resolved.'),
  count,
  users: described(count, 'Distinct project users affected.'),
  firstSeen: described(time, 'By event time.'),
  lastSeen: time,
  firstRelease: nullable(text()),
  lastRelease: nullable(text()),
  hourly: described(
    object({ from: time, counts: listOf(count) }),
    'Exceptions per hour of arrival; the current hour is last.',
  ),
};

/** An issue in a list. */
export const listedIssueSchema = named(
  'Issue',
  object({
    ...issueFields,
    approximate: described(
      boolean,
      'The filter matches more exceptions than were scanned: `count` covers whole hours and `users` is a lower bound.',
    ),
  }),
);

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

/** Exception counts of an issue per hour. @param fromHour hours since 1970 */
interface Hourly {
  readonly fromHour: number;
  readonly counts: readonly number[];
}

/** Details of an issue that are not stored in its row. */
export interface IssueDetails {
  readonly hourly: Hourly;
  /** Culprit of its latest exception. */
  readonly culprit: Culprit | undefined;
}

/** Details of an issue without statistics. */
export const EMPTY_DETAILS: IssueDetails = { hourly: { fromHour: 0, counts: [] }, culprit: undefined };

/** Fields that lists and details show. */
const issueToWire = (issue: StoredIssue, { hourly: { fromHour, counts }, culprit }: IssueDetails) => ({
  id: issue.id,
  title: issue.title,
  culprit: culprit?.original ?? issue.culprit,
  level: issue.level,
  status: issue.status,
  resolvedIn: issue.resolvedIn,
  regressed: issue.isRegressed,
  count: issue.count,
  users: issue.users,
  firstSeen: issue.firstSeen.toISOString(),
  lastSeen: issue.lastSeen.toISOString(),
  firstRelease: issue.firstRelease,
  lastRelease: issue.lastRelease,
  hourly: { from: new Date(startOfHour(fromHour)).toISOString(), counts },
});

/** An issue in a list. */
export const listedIssueToWire = (issue: ListedIssue, facts: IssueDetails) => ({
  ...issueToWire(issue, facts),
  approximate: issue.approximate,
});

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
export const issueDetailToWire = (issue: IssueDetail, facts: IssueDetails) => ({
  ...issueToWire(issue, facts),
  fingerprints: issue.fingerprints.map((each) => ({ hash: each.hash, ...seenToWire(each) })),
  releases: issue.releases.map((each) => ({ version: each.version, ...seenToWire(each) })),
  environments: issue.environments,
  latestEventId: issue.latestEventId,
  mergedInto: issue.mergedInto,
});
