import type { RowOf } from '../../client/operation.js';
import { culpritOf, moment, person, text } from '../../output/cells.js';
import { levelStyle } from '../../output/levels.js';
import { idColumn, type WireColumn } from '../../output/wireTable.js';

/** Columns of a list of exceptions. */
export const EXCEPTION_COLUMNS: readonly WireColumn<RowOf<'GET /api/0/projects/{org}/{project}/exceptions'>>[] = [
  idColumn('EXCEPTION'),
  { title: 'TIME', read: ({ timestamp }) => moment(timestamp) },
  { ...idColumn('ISSUE', 'issueId'), isOptional: true },
  { title: 'LEVEL', isOptional: true, paint: levelStyle, read: ({ level }) => text(level) },
  { title: 'TYPE', read: ({ type }) => text(type, 30) },
  { title: 'MESSAGE', read: ({ message }) => text(message, 60) },
  { title: 'CULPRIT', isOptional: true, read: (exception) => culpritOf(exception, 40) },
  { title: 'RELEASE', isOptional: true, read: ({ release }) => text(release, 30) },
  { title: 'USER', isOptional: true, read: ({ user }) => person(user) },
];
