import type { Command } from 'commander';
import { choice } from '../../choice.js';
import { group, type AnswerWith } from '../../cli.js';
import { pick, RANGE, requestCommand, timeRange, type Flag } from '../../client/clientCommand.js';
import { counted, moment, number, text, wire, wires } from '../../output/cells.js';
import { sections } from '../../output/sections.js';
import { facts } from '../../output/table.js';
import { numeric, wireTable, type WireColumn } from '../../output/wireTable.js';

const ENVIRONMENT: readonly Flag[] = [['--environment <name>', 'only this environment']];

const COUNTS: readonly WireColumn[] = [
  numeric('VISITORS', ({ visitors }) => number(visitors)),
  numeric('VISITS', ({ visits }) => number(visits)),
  numeric('PAGE VIEWS', ({ pageviews }) => number(pageviews)),
  numeric('CUSTOM', ({ customs }) => number(customs)),
];

const series = (answer: AnswerWith): Command =>
  requestCommand(answer, {
    name: 'series',
    summary: 'Count visits by hour or day, bots apart',
    examples: [['sluice visits series --from 30d', 'a month, by UTC day']],
    options: [...RANGE, ...ENVIRONMENT],
    request: (given) => ({ path: ['visits'], query: { ...pick(given.options, ENVIRONMENT), ...timeRange(given) } }),
    human: (answered, style) => {
      const [totals, bots] = [wire(answered['totals']), wire(answered['bots'])];
      return sections(
        [
          [
            '',
            facts(
              [
                ['visitors', number(totals['visitors'])],
                ['visits', number(totals['visits'])],
                ['page views', number(totals['pageviews'])],
                ['custom hits', number(totals['customs'])],
                ['bots', `${counted(bots['pageviews'], 'page view')} in ${counted(bots['visits'], 'visit')}`],
              ],
              style,
            ),
          ],
          [
            '',
            wireTable([{ title: 'TIME', read: ({ time }) => moment(time) }, ...COUNTS], wires(answered['data']), style),
          ],
        ],
        style,
      );
    },
  });

const BREAKDOWN: readonly Flag[] = [
  [
    '--by <property>',
    choice(['entry', 'page', 'referrer', 'browser', 'os', 'device', 'custom', 'release']),
    'dimension',
  ],
  ['--limit <rows>', 'values, 1 to 100 (10)'],
];

const breakdown = (answer: AnswerWith): Command =>
  requestCommand(answer, {
    name: 'breakdown',
    summary: 'Count visits by a property; the values add up to the total',
    examples: [['sluice visits breakdown --by referrer --from 7d', 'where visits came from']],
    options: [...BREAKDOWN, ...RANGE, ...ENVIRONMENT],
    request: (given) => ({
      path: ['visits', 'breakdown'],
      query: {
        dimension: 'page',
        ...pick(given.options, [...BREAKDOWN, ...ENVIRONMENT]),
        ...timeRange(given),
      },
    }),
    human: (answered, style) =>
      wireTable(
        [{ title: 'VALUE', read: ({ value }) => text(value === '' ? '(none)' : value, 80) }, ...COUNTS],
        wires(answered['data']),
        style,
        'No visits in this range.',
      ),
  });

/** `sluice visits …`. */
export const visits = (answer: AnswerWith): Command =>
  group('visits', 'Visits of people and bots, by time and property', [series(answer), breakdown(answer)], 'series');
