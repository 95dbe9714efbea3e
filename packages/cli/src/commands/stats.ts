import { EVENT_TYPES } from '@sluice/contract';
import type { Command } from 'commander';
import { choice } from '../choice.js';
import type { AnswerWith } from '../cli.js';
import { RANGE, type Flag } from '../client/clientCommand.js';
import { operationCommand } from '../client/operationCommand.js';
import { moment, number, text, wires, type Wire } from '../output/cells.js';
import type { Style } from '../output/style.js';
import { numeric, wireTable, type WireColumn } from '../output/wireTable.js';

const FLAGS: readonly Flag[] = [
  ['--type <type>', choice([...EVENT_TYPES, 'unknown'])],
  ['--interval <interval>', choice(['hour', 'day'], 'hour')],
];
const COUNTS = ['received', 'processed', 'filtered', 'invalid', 'rateLimited', 'quotaExceeded'] as const;

const COLUMNS: readonly WireColumn[] = [
  { title: 'TIME', read: ({ time }) => moment(time) },
  { title: 'TYPE', read: ({ type }) => text(type) },
  ...COUNTS.map((name) =>
    numeric(name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase(), (row) => number(row[name])),
  ),
  { title: 'BECAUSE', read: ({ reasons }) => reasonsText(reasons) },
];

const FOLDED: readonly WireColumn[] = [
  { title: 'TIME', read: ({ time }) => moment(time) },
  { title: 'TOO MANY NEW', read: ({ kind }) => `${text(kind)}s` },
  numeric('COUNTED UNDER (other)', ({ count }) => number(count)),
];

const ENTRIES: readonly WireColumn[] = [
  { title: 'FILTER', read: ({ filter }) => text(filter) },
  { title: 'ENTRY', read: ({ entry }) => text(entry, 100) },
  numeric('DROPPED', ({ count }) => number(count)),
];

const NOT_TAKEN: readonly WireColumn[] = [
  { title: 'ITEM', read: ({ name }) => text(name, 100) },
  numeric('NOT TAKEN', ({ count }) => number(count)),
];

const DROPPED_BY_SDKS: readonly WireColumn[] = [
  { title: 'CATEGORY', read: ({ category }) => text(category, 100) },
  { title: 'REASON', read: ({ reason }) => text(reason, 100) },
  numeric('DROPPED BY SDKS', ({ count }) => number(count)),
];

/** `sluice stats`. */
export const stats = (answer: AnswerWith): Command =>
  operationCommand(answer, {
    name: 'stats',
    summary: 'Count received events by time, type and outcome',
    examples: [
      ['sluice stats --from 24h', 'hour by hour'],
      ['sluice stats --from 30d --interval day --type exception', 'day by day'],
    ],
    options: [...RANGE, ...FLAGS],
    operation: 'GET /api/0/projects/{org}/{project}/stats',
    human: (answered, style) => {
      const counts = wireTable(COLUMNS, wires(answered.data), style, 'No events in this range.');
      return [
        counts,
        ...ifAny(ENTRIES, wires(answered.entries), style),
        ...ifAny(FOLDED, wires(answered.folded), style),
        ...ifAny(DROPPED_BY_SDKS, wires(answered.droppedBySdks), style),
        ...ifAny(NOT_TAKEN, wires(answered.notTaken), style),
      ].join('\n\n');
    },
  });

const ifAny = (columns: readonly WireColumn[], rows: readonly Wire[], style: Style): readonly string[] =>
  rows.length === 0 ? [] : [wireTable(columns, rows, style)];

/** Formats reasons as `crawler 3, spike 12`; reasons may be grouped by outcome. */
function reasonsText(reasons: unknown): string {
  const entries = Object.entries((reasons ?? {}) as Readonly<Record<string, unknown>>);
  return entries
    .map(([reason, count]) =>
      typeof count === 'object' ? `${reason} (${reasonsText(count)})` : `${reason} ${number(count)}`,
    )
    .join(', ');
}
