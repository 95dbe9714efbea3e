import { moment, person, text } from '../../output/cells.js';
import { levelStyle } from '../../output/levels.js';
import { idColumn, type WireColumn } from '../../output/wireTable.js';

/** What a list of exceptions shows. */
export const EXCEPTION_COLUMNS: readonly WireColumn[] = [
  idColumn('EXCEPTION'),
  { title: 'TIME', read: ({ timestamp }) => moment(timestamp) },
  idColumn('ISSUE', 'issueId'),
  { title: 'LEVEL', paint: levelStyle, read: ({ level }) => text(level) },
  { title: 'TYPE', read: ({ type }) => text(type, 30) },
  { title: 'MESSAGE', read: ({ message }) => text(message, 60) },
  { title: 'CULPRIT', read: ({ culprit }) => text(culprit, 40) },
  { title: 'RELEASE', read: ({ release }) => text(release, 30) },
  { title: 'USER', read: ({ user }) => person(user) },
];
