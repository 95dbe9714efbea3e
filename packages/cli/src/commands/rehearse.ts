import { MOST_REHEARSED_ROWS, type RetentionRehearsal } from '@sluice/contract';
import type { Command } from 'commander';
import { command, group, type AnswerWith } from '../cli.js';
import type { Answer, CommandContext } from '../context.js';
import { runHousekeeping } from '../housekeeping/runHousekeeping.js';
import type { Style } from '../output/style.js';
import { table } from '../output/table.js';
import { bytesText, countText, momentText } from '../output/words.js';
import { parseCount } from '../parse/moment.js';

const MOST_DAYS = 3_650;

/** `sluice rehearse …`. */
export const rehearse = (answer: AnswerWith): Command =>
  group('rehearse', 'Show what a task would do, and change nothing', [rehearseRetention(answer)]);

const rehearseRetention = (answer: AnswerWith): Command =>
  command('retention', 'Show which partitions and rows retention would delete, and delete nothing', [
    ['sluice rehearse retention', 'what the next run deletes'],
    ['sluice rehearse retention --days 35', 'what all runs of the next 35 days delete of the data stored now'],
  ])
    .option('--days <days>', 'as if the clock were this many days ahead', '0')
    .action(({ days }: { days: string }) => answer((context) => rehearseNow(context, days)));

/** Rehearses with the settings of this process. */
async function rehearseNow(context: CommandContext, text: string): Promise<Answer> {
  const days = parseCount(text, 0, MOST_DAYS);
  const rehearsal = (await runHousekeeping(context, ['rehearse', 'retention', String(days)])) as RetentionRehearsal;
  return { value: rehearsal, human: (style) => describe(rehearsal, style) };
}

function describe({ at, partitions, organizations, stale }: RetentionRehearsal, style: Style): string {
  const bytes = partitions.reduce((sum, partition) => sum + partition.bytes, 0);
  const rows = [
    ...organizations.flatMap(({ organization, before, rows: counts }) =>
      Object.entries(counts).map(([name, count]) => [
        name,
        `of ${organization}, before ${day(before)}`,
        rowsText(count),
      ]),
    ),
    ...Object.entries(stale).map(([name, count]) => [name, 'unused or expired', rowsText(count)]),
  ];
  return [
    `At ${momentText(new Date(at))}, retention would delete this. Nothing was deleted.`,
    '',
    table(
      [{ title: 'PARTITION', isWhole: true }, { title: 'FROM' }, { title: 'TO' }, ...RIGHT('ROWS', 'SIZE')],
      partitions.map(({ name, from, to, bytes: size, rows: count }) => [
        name,
        from.slice(0, 16),
        to.slice(0, 16),
        count === null ? '?' : `≈ ${countText(count)}`,
        bytesText(size),
      ]),
      style,
      'No partitions.',
    ),
    ...(partitions.length === 0 ? [] : [`Together: ${bytesText(bytes)}.`]),
    '',
    table([{ title: 'ROWS OF', isWhole: true }, { title: 'WHY' }, ...RIGHT('ROWS')], rows, style, 'No single rows.'),
  ].join('\n');
}

const RIGHT = (...titles: readonly string[]) => titles.map((title) => ({ title, align: 'right' as const }));

const day = (iso: string): string => iso.slice(0, 10);

const rowsText = (count: number): string =>
  count >= MOST_REHEARSED_ROWS ? `${countText(MOST_REHEARSED_ROWS)} or more` : countText(count);
