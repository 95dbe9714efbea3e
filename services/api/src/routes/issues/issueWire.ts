import { startOfHour } from '@sluice/contract';
import type { IssueDetail, ListedIssue, StoredIssue } from '@sluice/db';
import { count, described, boolean, id, listOf, named, nullable, object, oneOf, text, time } from '@sluice/management';
import type { Culprit } from '../../frames/culpritOf.js';

/** States of an issue. */
export const ISSUE_STATUSES = ['open', 'resolved', 'ignored'] as const;

const seenFields = { count, firstSeen: time, lastSeen: time };

const issueFields = {
  id,
  title: text(),
  culprit: described(
    nullable(text()),
    'Where its latest exception happened: the newest frame of the application, resolved where its map is there in time.',
  ),
  level: text(),
  status: oneOf(...ISSUE_STATUSES),
  resolvedIn: described(nullable(text()), 'The release that resolves it, where one was named.'),
  regressed: described(boolean, 'Open because an exception came back after it was resolved.'),
  count,
  users: described(count, 'Project users who met it, each once.'),
  firstSeen: described(time, 'By the time of its events.'),
  lastSeen: time,
  firstRelease: nullable(text()),
  lastRelease: nullable(text()),
  hourly: described(
    object({ from: time, counts: listOf(count) }),
    'Exceptions by hour of arrival, the hour under way last.',
  ),
};

/** An issue of a list. */
export const listedIssueSchema = named(
  'Issue',
  object({
    ...issueFields,
    approximate: described(
      boolean,
      'Its numbers are of a range, an environment or a release with more exceptions than were looked at: `count` is of whole hours, `users` at least so many.',
    ),
  }),
);

/** An issue with what was counted of it. */
export const issueDetailSchema = named(
  'IssueDetail',
  object({
    ...issueFields,
    fingerprints: described(listOf(object({ hash: id, ...seenFields })), 'What unmerge takes; the latest first.'),
    releases: listOf(object({ version: text(), ...seenFields })),
    environments: listOf(object({ environment: nullable(text()), count })),
    latestEventId: described(id, 'The exception that title, culprit and level are from.'),
    mergedInto: described(nullable(id), 'The issue it was merged into.'),
  }),
);

/** Counts of an issue's hours. @param fromHour hours since 1970 */
interface Hourly {
  readonly fromHour: number;
  readonly counts: readonly number[];
}

/** What of an issue is not stored with it. */
export interface IssueFacts {
  readonly hourly: Hourly;
  /** Of its latest exception. */
  readonly culprit: Culprit | undefined;
}

/** Of an issue that nothing else is known of. */
export const NO_FACTS: IssueFacts = { hourly: { fromHour: 0, counts: [] }, culprit: undefined };

/** What lists and details show of an issue. */
const issueToWire = (issue: StoredIssue, { hourly: { fromHour, counts }, culprit }: IssueFacts) => ({
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

/** An issue of a list. */
export const listedIssueToWire = (issue: ListedIssue, facts: IssueFacts) => ({
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

/** An issue with what was counted of it. */
export const issueDetailToWire = (issue: IssueDetail, facts: IssueFacts) => ({
  ...issueToWire(issue, facts),
  fingerprints: issue.fingerprints.map((each) => ({ hash: each.hash, ...seenToWire(each) })),
  releases: issue.releases.map((each) => ({ version: each.version, ...seenToWire(each) })),
  environments: issue.environments,
  latestEventId: issue.latestEventId,
  mergedInto: issue.mergedInto,
});
