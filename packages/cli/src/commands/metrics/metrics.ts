import type { Command } from 'commander';
import { choice } from '../../choice.js';
import { group, type AnswerWith } from '../../cli.js';
import { PLACE, RANGE, type Flag } from '../../client/clientCommand.js';
import { listCommand } from '../../client/listCommand.js';
import { operationCommand } from '../../client/operationCommand.js';
import type { RowOf } from '../../client/operation.js';
import { number, text } from '../../output/cells.js';
import { numeric, type WireColumn } from '../../output/wireTable.js';
import { describeSeries } from './describeSeries.js';

const METRICS: readonly WireColumn<RowOf<'GET /api/0/projects/{org}/{project}/metrics'>>[] = [
  { title: 'METRIC', read: ({ name }) => text(name) },
  ...['count', 'sum', 'min', 'avg', 'max'].map((field) => numeric(field.toUpperCase(), (row) => number(row[field]))),
];

const list = (answer: AnswerWith): Command =>
  listCommand(answer, {
    name: 'list',
    summary: 'List metrics, of the last day by default',
    examples: [['sluice metrics list --from 7d --environment production', 'a week']],
    operation: 'GET /api/0/projects/{org}/{project}/metrics',
    columns: METRICS,
    empty: 'No metrics.',
  });

const GROUPS = choice(['environment', 'release']);

const SERIES: readonly Flag[] = [
  ...PLACE,
  ['--interval <seconds>', 'seconds per point'],
  ['--group-by <field>', { ...GROUPS, about: `one series for each ${GROUPS.about}` }],
];

const show = (answer: AnswerWith): Command =>
  operationCommand(answer, {
    name: 'show',
    summary: 'Show a metric over time, the last day by default',
    examples: [
      ['sluice metrics show web_vital.lcp', 'count, average and percentiles over time'],
      ['sluice metrics show web_vital.lcp --group-by release --interval 3600', 'by release and hour'],
    ],
    arguments: [['<metric>', 'name of the metric']],
    options: [...RANGE, ...SERIES],
    operation: 'GET /api/0/projects/{org}/{project}/metrics/{name}',
    human: describeSeries,
  });

/** `sluice metrics …`. */
export const metrics = (answer: AnswerWith): Command =>
  group('metrics', 'Values of metrics over time', [list(answer), show(answer)], 'list');
