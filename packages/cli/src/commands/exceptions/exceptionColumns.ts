import { moment, person, text } from '../../output/cells.js';
import { levelStyle } from '../../output/levels.js';
import type { WireColumn } from '../../output/wireTable.js';

/** What a list of exceptions shows. */
export const EXCEPTION_COLUMNS: readonly WireColumn[] = [
  { title: 'EXCEPTION', read: ({ id }) => text(id) },
  { title: 'TIME', read: ({ timestamp }) => moment(timestamp) },
  { title: 'ISSUE', read: ({ issueId }) => text(issueId) },
  { title: 'LEVEL', paint: levelStyle, read: ({ level }) => text(level) },
  { title: 'TYPE', read: ({ type }) => text(type, 30) },
  { title: 'MESSAGE', read: ({ message }) => text(message, 60) },
  { title: 'CULPRIT', read: ({ culprit }) => text(culprit, 40) },
  { title: 'RELEASE', read: ({ release }) => text(release, 30) },
  { title: 'USER', read: ({ user }) => person(user) },
];
