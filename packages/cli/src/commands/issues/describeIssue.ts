import { culpritOf, moment, number, text, type Wire } from '../../output/cells.js';
import type { Style } from '../../output/style.js';
import { facts } from '../../output/table.js';
import { issueStatus, seriesLine } from './issueColumns.js';

/** Formats the fields of an issue. */
export function describeIssue(issue: Wire, style: Style): string {
  const { id, title, level, count, users, firstSeen, lastSeen, firstRelease, lastRelease } = issue;
  const { mergedInto, latestEventId, series } = issue;
  const optional = (label: string, value: unknown): readonly (readonly [string, string])[] =>
    value === undefined || value === null ? [] : [[label, text(value)]];
  return facts(
    [
      ['issue', text(id)],
      ['title', text(title)],
      ['culprit', culpritOf(issue)],
      ['status', issueStatus(issue)],
      ...optional('merged into', mergedInto),
      ['level', text(level)],
      ['events', number(count)],
      ['users', number(users)],
      ['first seen', `${moment(firstSeen)}  ${text(firstRelease)}`],
      ['last seen', `${moment(lastSeen)}  ${text(lastRelease)}`],
      ['over time', seriesLine(series)],
      ...optional('latest', latestEventId),
    ],
    style,
  );
}
