import { named, object, described, listOf, nullable } from '../schema/shapes.js';
import { id, text, count, boolean, oneOf, time, anyInteger } from '../schema/values.js';

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
  trend: described(anyInteger, 'Counted exceptions in the second half of the series minus those in the first.'),
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
