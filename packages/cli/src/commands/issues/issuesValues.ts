import type { Command } from 'commander';
import { choice } from '../../choice.js';
import type { AnswerWith } from '../../cli.js';
import { pick, RANGE, requestCommand, timeRange, type Flag } from '../../client/clientCommand.js';
import { counted, number, text, wires } from '../../output/cells.js';
import { numeric, wireTable } from '../../output/wireTable.js';

const OPTIONS: readonly Flag[] = [
  ['--query <text>', 'part of the value'],
  ['--environment <name>', 'only this environment'],
  ['--release <version>', 'only this release'],
  ['--limit <rows>', 'values, 1 to 50 (20)'],
];

/** `sluice issues values <field>`. */
export const issuesValues = (answer: AnswerWith): Command =>
  requestCommand(answer, {
    name: 'values',
    summary: 'List values by which issues can be filtered, most frequent first',
    examples: [
      ['sluice issues values tag --query region', 'for sluice issues list --tag region:eu'],
      ['sluice issues values user --from 7d', 'users with exceptions of a week'],
    ],
    arguments: [['<field>', choice(['tag', 'user', 'url'])]],
    options: [...OPTIONS, ...RANGE],
    request: (given) => ({
      path: ['issues', 'filter-values'],
      query: { field: given.arguments[0], ...pick(given.options, OPTIONS), ...timeRange(given) },
    }),
    human: ({ data, events, approximate }, style) =>
      [
        wireTable(
          [{ title: 'VALUE', read: ({ value }) => text(value) }, numeric('EXCEPTIONS', ({ count }) => number(count))],
          wires(data),
          style,
        ),
        style.dim(`In ${approximate === true ? 'the newest ' : ''}${counted(events, 'exception')} of the range.`),
      ].join('\n'),
  });
