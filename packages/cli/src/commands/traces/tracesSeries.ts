import type { Command } from 'commander';
import type { AnswerWith } from '../../cli.js';
import { pick, RANGE, requestCommand, timeRange, type Flag } from '../../client/clientCommand.js';
import { duration, moment, number, text, wires, type Wire } from '../../output/cells.js';
import type { Style } from '../../output/style.js';
import { numeric, wireTable, type WireColumn } from '../../output/wireTable.js';

const OPTIONS: readonly Flag[] = [
  ['--name <name>', 'the series of root spans with this name; without it, all names are listed'],
  ['--query <text>', 'names that contain this text'],
  ['--environment <name>', 'only this environment'],
  ['--interval <seconds>', 'seconds per point of a series, 3600 or more'],
  ['--limit <rows>', 'names, 1 to 1000 (100)'],
];

const MEASURES: readonly WireColumn[] = [
  numeric('COUNT', ({ count }) => number(count)),
  numeric('PER MIN', ({ perMinute }) => rate(perMinute)),
  numeric('ERRORS', ({ errorRate }) => share(errorRate)),
  ...['p50', 'p95', 'p99'].map((name) => numeric(name.toUpperCase(), (row) => duration(row[name]))),
];

const rate = (value: unknown): string => (typeof value === 'number' ? value.toFixed(value < 10 ? 2 : 0) : text(value));
const share = (value: unknown): string => (typeof value === 'number' ? `${(value * 100).toFixed(1)} %` : text(value));

/** `sluice traces series`. */
export const tracesSeries = (answer: AnswerWith): Command =>
  requestCommand(answer, {
    name: 'series',
    summary: 'Show rate, errors and durations of root spans by name, or of one name over time',
    examples: [
      ['sluice traces series --from 7d', 'all names of a week, most frequent first'],
      ["sluice traces series --name 'GET /cart' --from 30d --interval 86400", 'one name by day'],
    ],
    options: [...OPTIONS, ...RANGE],
    request: (given) => {
      const { name, query, environment, interval, limit } = pick(given.options, OPTIONS);
      const range = { environment, ...timeRange(given) };
      return name === undefined && interval === undefined
        ? { path: ['endpoints'], query: { query, limit, ...range } }
        : { path: ['endpoints', 'series'], query: { name, interval, ...range } };
    },
    human: describe,
  });

function describe({ data, points, pending }: Wire, style: Style): string {
  const isList = data !== undefined;
  const first: WireColumn = isList
    ? { title: 'NAME', read: ({ name }) => text(name, 60) }
    : { title: 'TIME', read: ({ time }) => moment(time) };
  const rows = wires(isList ? data : points);
  return [
    rows.length === 0 ? 'No root spans in the range.' : wireTable([first, ...MEASURES], rows, style),
    ...(pending === true ? [style.dim('Spans were stored that are not counted yet.')] : []),
  ].join('\n');
}
