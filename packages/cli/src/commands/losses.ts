import { startOfHour } from '@sluice/contract';
import { listLosses } from '@sluice/accounting';
import type { Command } from 'commander';
import { command, type AnswerWith } from '../cli.js';
import type { Answer, CommandContext } from '../context.js';
import { notes } from '../helpText.js';
import { table } from '../output/table.js';
import { countText, momentText, plural } from '../output/words.js';
import { parseMoment } from '../parse/moment.js';

/** As long as the alert and `sluice doctor` report a loss. */
const FOUND_FROM = '7d';
/** Rows; each is one type in one hour. */
const MOST = 1_000;

const HOW =
  'Housekeeping compares each hour minutes after its queues are empty. Exit code 1: a loss was found in the time. `lost` is what two comparisons agree on.';

/** `sluice losses`. */
export const losses = (answer: AnswerWith): Command =>
  command('losses', 'List the events that were acknowledged and never stored, by hour and type', [
    ['sluice losses', 'losses found within the last seven days'],
    [
      'sluice losses --from 1h --json',
      '{ lost, truncated, losses: [{ hour, type, acknowledged, stored, lost, foundAt }] }',
    ],
  ])
    .option('--from <when>', 'when a loss was found, or last grew: ISO time, or an age such as 1h', FOUND_FROM)
    .addHelpText('after', notes(HOW))
    .action(({ from }: { readonly from: string }) => answer((context) => showLosses(context, from)));

async function showLosses(context: CommandContext, from: string): Promise<Answer> {
  const foundFrom = new Date(parseMoment(from, context.clock(), 'past'));
  const found = await listLosses(context.database(), MOST, foundFrom);
  const lost = found.reduce((sum, loss) => sum + loss.lost, 0);
  const truncated = found.length === MOST;
  return {
    value: {
      lost,
      truncated,
      losses: found.map(({ hour, foundMs, type, acknowledged, stored, lost: count }) => ({
        hour: new Date(startOfHour(hour)).toISOString(),
        type,
        acknowledged,
        stored,
        lost: count,
        foundAt: new Date(foundMs).toISOString(),
      })),
    },
    failed: found.length > 0,
    human: (style) => {
      const rows = table(
        [
          { title: 'HOUR' },
          { title: 'TYPE' },
          { title: 'ACKNOWLEDGED', align: 'right' },
          { title: 'STORED', align: 'right' },
          { title: 'LOST', align: 'right' },
          { title: 'FOUND' },
        ],
        found.map(({ hour, type, acknowledged, stored, lost: count, foundMs }) => [
          momentText(new Date(startOfHour(hour))),
          type,
          countText(acknowledged),
          countText(stored),
          countText(count),
          momentText(new Date(foundMs)),
        ]),
        style,
        `No loss was found since ${momentText(foundFrom)}.`,
      );
      if (found.length === 0) return rows;
      const sum = `${plural(lost, 'event')} acknowledged and never stored${truncated ? `, in the latest ${plural(MOST, 'row')}` : ''}.`;
      return `${rows}\n${sum} Causes and remedies: docs/operations.md, "Redis lost data".`;
    },
  };
}
