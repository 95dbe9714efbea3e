import type { Command } from 'commander';
import type { AnswerWith } from '../cli.js';
import { pick, requestCommand, type Flag } from '../client/clientCommand.js';
import { moment, text, wires, type Wire } from '../output/cells.js';
import { wireTable, type WireColumn } from '../output/wireTable.js';

const FLAGS: readonly Flag[] = [['--reason <reason>', 'only this reason, such as environment or payload']];

const LONGEST_EVENT = 120;

const COLUMNS: readonly WireColumn[] = [
  { title: 'TIME', read: ({ time }) => moment(time) },
  { title: 'TYPE', read: ({ type }) => text(type) },
  { title: 'OUTCOME', read: ({ outcome }) => text(outcome) },
  { title: 'REASON', read: ({ reason }) => text(reason) },
  { title: 'BECAUSE', read: because },
  { title: 'EVENT', read: ({ event }) => text(event, LONGEST_EVENT) },
];

/** `sluice refused`. */
export const refused = (answer: AnswerWith): Command =>
  requestCommand(answer, {
    name: 'refused',
    summary: 'List samples of events that were refused in the last hour',
    examples: [
      ['sluice refused', 'the last 20 of each reason, at most one a second, scrubbed'],
      ['sluice refused --reason payload --json', 'whole events'],
    ],
    options: FLAGS,
    request: ({ options }) => ({ path: ['refused'], query: pick(options, FLAGS) }),
    human: ({ data }, style) =>
      wireTable(
        COLUMNS,
        wires(data),
        style,
        'No samples: no event was refused in the last hour, or refusedSamples is off.',
      ),
  });

/** What is wrong with an invalid event, or the entry that dropped it. */
function because({ field, problem, entry }: Wire): string {
  if (typeof problem === 'string') return typeof field === 'string' ? `${field} ${problem}` : problem;
  return text(entry);
}
