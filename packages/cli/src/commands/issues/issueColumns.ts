import { moment, number, text, wire, type Wire } from '../../output/cells.js';
import { levelStyle, stateStyle } from '../../output/levels.js';
import { sparkline } from '../../output/sparkline.js';
import { idColumn, type WireColumn } from '../../output/wireTable.js';

/** Columns of a list of issues. */
export const ISSUE_COLUMNS: readonly WireColumn[] = [
  idColumn('ISSUE'),
  { title: 'STATUS', paint: stateStyle, read: (issue) => issueStatus(issue) },
  { title: 'LEVEL', isOptional: true, paint: levelStyle, read: ({ level }) => text(level) },
  { title: 'TITLE', read: ({ title }) => text(title, 60) },
  { title: 'CULPRIT', isOptional: true, read: ({ culprit }) => text(culprit, 40) },
  { title: 'EVENTS', align: 'right', read: (issue) => counted(issue, 'count') },
  { title: 'USERS', align: 'right', read: (issue) => counted(issue, 'users') },
  { title: '24 HOURS', isWhole: true, isOptional: true, read: ({ hourly }) => hourlyLine(hourly) },
  { title: 'LAST SEEN', read: ({ lastSeen }) => moment(lastSeen) },
  { title: 'RELEASE', isOptional: true, read: ({ lastRelease }) => text(lastRelease, 30) },
];

/** A number of an issue, with `~` if it is approximate. */
const counted = (issue: Wire, name: string): string =>
  `${issue['approximate'] === true ? '~' : ''}${number(issue[name])}`;

/** `open`, `open again`, `resolved in 1.2.0` … */
export function issueStatus({ status, regressed, resolvedIn }: Wire): string {
  if (typeof resolvedIn === 'string' && status === 'resolved') return `resolved in ${resolvedIn}`;
  return regressed === true && status === 'open' ? 'open again' : text(status);
}

/** Counts per hour as a sparkline. */
export function hourlyLine(hourly: unknown): string {
  const { counts } = wire(hourly);
  return Array.isArray(counts)
    ? sparkline(counts.map((count: unknown) => (typeof count === 'number' ? count : 0)))
    : '';
}
