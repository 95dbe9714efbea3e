import { moment, text, wires } from '../../output/cells.js';
import type { Style } from '../../output/style.js';
import { idColumn, wireTable, type WireColumn } from '../../output/wireTable.js';

const COLUMNS: readonly WireColumn[] = [
  { title: 'TIME', read: ({ timestamp }) => moment(timestamp) },
  idColumn('EXCEPTION'),
  idColumn('ISSUE', 'issueId'),
  { title: 'WHAT', read: ({ type, message }) => `${text(type)}: ${text(message, 80)}` },
];

/** Formats the exceptions of a trace or replay; empty if there are none. */
export const linkedExceptions = (exceptions: unknown, style: Style): string =>
  wireTable(COLUMNS, wires(exceptions), style);
