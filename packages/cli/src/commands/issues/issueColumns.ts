import type { RowOf } from '../../client/operation.js';
import { culpritOf, moment, number, text, wire, type Wire } from '../../output/cells.js';
import { levelStyle, stateStyle } from '../../output/levels.js';
import { sparkline } from '../../output/sparkline.js';
import { plural } from '../../output/words.js';
import { idColumn, type WireColumn } from '../../output/wireTable.js';

/** Columns of a list of issues. */
export const ISSUE_COLUMNS: readonly WireColumn<RowOf<'GET /api/0/projects/{org}/{project}/issues'>>[] = [
  idColumn('ISSUE'),
  { title: 'STATUS', paint: stateStyle, read: (issue) => issueStatus(issue) },
  { title: 'LEVEL', isOptional: true, paint: levelStyle, read: ({ level }) => text(level) },
  { title: 'TITLE', read: ({ title }) => text(title, 60) },
  { title: 'CULPRIT', isOptional: true, read: (issue) => culpritOf(issue, 40) },
  { title: 'EVENTS', align: 'right', read: (issue) => counted(issue, 'count') },
  { title: 'USERS', align: 'right', read: (issue) => counted(issue, 'users') },
  { title: 'EVENTS OVER TIME', isWhole: true, isOptional: true, read: ({ series }) => seriesLine(series) },
  { title: 'LAST SEEN', read: ({ lastSeen }) => moment(lastSeen) },
  { title: 'RELEASE', isOptional: true, read: ({ lastRelease }) => text(lastRelease, 30) },
];

/** A number of an issue, with `~` if it is approximate. */
const counted = (issue: Wire, name: string): string =>
  `${issue['approximate'] === true ? '~' : ''}${number(issue[name])}`;

/** `open`, `new`, `open again`, `resolved in 1.2.0`, `ignored for 5 users` … */
export function issueStatus({ status, regressed, new: isNew, resolvedIn, resolvedAfter, ignoredUntil }: Wire): string {
  if (typeof resolvedIn === 'string' && status === 'resolved') return `resolved in ${resolvedIn}`;
  if (typeof resolvedAfter === 'string' && status === 'resolved') return `resolved after ${resolvedAfter}`;
  if (status === 'ignored') return ignoredStatus(wire(ignoredUntil));
  if (isNew === true) return 'new';
  return regressed === true && status === 'open' ? 'open again' : text(status);
}

/** Counts by hour or day as a sparkline. */
export function seriesLine(series: unknown): string {
  const { counts } = wire(series);
  return Array.isArray(counts)
    ? sparkline(counts.map((count: unknown) => (typeof count === 'number' ? count : 0)))
    : '';
}

function ignoredStatus({ time, events, users }: Wire): string {
  const ends = [
    ...(typeof time === 'string' ? [`until ${moment(time)}`] : []),
    ...(typeof events === 'number' ? [`for ${plural(events, 'event')}`] : []),
    ...(typeof users === 'number' ? [`for ${plural(users, 'user')}`] : []),
  ];
  return ['ignored', ends.join(', ')].join(' ').trim();
}
