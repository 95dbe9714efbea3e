import { moment, text, wires } from '../../output/cells.js';
import type { Style } from '../../output/style.js';
import { wireTable, type WireColumn } from '../../output/wireTable.js';

const COLUMNS: readonly WireColumn[] = [
  { title: 'TIME', read: ({ timestamp }) => moment(timestamp) },
  { title: 'EXCEPTION', read: ({ id }) => text(id) },
  { title: 'ISSUE', read: ({ issueId }) => text(issueId) },
  { title: 'WHAT', read: ({ type, message }) => `${text(type)}: ${text(message, 80)}` },
];

/** The exceptions of a trace or a replay; empty text where there are none. */
export const linkedExceptions = (exceptions: unknown, style: Style): string =>
  wireTable(COLUMNS, wires(exceptions), style);
