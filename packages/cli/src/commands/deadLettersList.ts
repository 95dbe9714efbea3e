import { EVENT_TYPES } from '@sluice/contract';
import { findProject, listProjects } from '@sluice/db';
import { countDeadLetters, listDeadLetters, type DeadLetter } from '@sluice/dead-letters';
import type { Command } from 'commander';
import { choice, choiceOption } from '../choice.js';
import { command, type AnswerWith } from '../cli.js';
import type { Answer, CommandContext } from '../context.js';
import { shortIds } from '../output/shortIds.js';
import { table, type Column } from '../output/table.js';
import { momentText, plural } from '../output/words.js';
import { DEAD_LETTER_STATES, deadLetterFilter, type DeadLetterChoice } from '../parse/deadLetterFilter.js';
import { parseCount, readMoments } from '../parse/moment.js';
import { projectRef } from '../parse/projectRef.js';

/** Filters of the list. */
export interface ListOptions extends DeadLetterChoice {
  readonly limit: string;
  readonly from?: string;
  readonly to?: string;
}

const COLUMNS: readonly Column[] = [
  { title: 'ID', isWhole: true },
  ...['PROJECT', 'TYPE', 'STATE', 'REASON', 'MESSAGE', 'SINCE'].map((title) => ({ title })),
];

/** `sluice dead-letters list`. */
export const deadLettersList = (answer: AnswerWith): Command =>
  command('list', 'List accepted events that could not be stored', [
    ['sluice dead-letters list', 'of all projects'],
    ['sluice dead-letters list acme/shop --type span --state waiting', 'waiting spans of one project'],
  ])
    .argument('[project]', 'only this project: <org>/<project>')
    .addOption(choiceOption('--type <type>', choice(EVENT_TYPES)))
    .addOption(choiceOption('--state <state>', choice(DEAD_LETTER_STATES)))
    .option('--from <when>', 'since this time: ISO time, or an age such as 24h')
    .option('--to <when>', 'before this time')
    .option('--limit <count>', 'maximum number of rows', '50')
    .action((project: string | undefined, options: ListOptions) =>
      answer((context) => listLetters(context, project, options)),
    );

/** Lists dead letters with their reasons. */
async function listLetters(context: CommandContext, text: string | undefined, options: ListOptions): Promise<Answer> {
  const db = context.database();
  const project = text === undefined ? undefined : await findProject(db, projectRef(text));
  const filter = { ...deadLetterFilter(options, project), ...readMoments(options, context.clock()) };
  const letters = await listDeadLetters(db, filter, parseCount(options.limit, 1, 10_000));
  const projects = new Map(
    (await listProjects(db)).map(({ id, organization, slug }) => [id, `${organization}/${slug}`]),
  );
  const nameOf = ({ projectId }: DeadLetter): string => projects.get(projectId) ?? projectId;
  const events = (await countDeadLetters(db, filter)).reduce((sum, count) => sum + count.events, 0);
  return {
    value: letters.map((letter) => letterValue(letter, nameOf(letter))),
    human: (style) => {
      const ids = shortIds(letters.map(({ id }) => id));
      const rows = table(
        COLUMNS,
        letters.map((letter, index) => [
          ids[index] ?? letter.id,
          nameOf(letter),
          letter.type,
          letter.state,
          letter.sqlstate === null ? letter.reason : `${letter.reason} ${letter.sqlstate}`,
          letter.message.slice(0, 80),
          momentText(letter.createdAt),
        ]),
        style,
        'No dead letters.',
      );
      if (letters.length === 0) return rows;
      return `${rows}\n${style.dim(`${plural(events, 'event')} in total. To store them: sluice dead-letters retry; to discard them: sluice dead-letters discard`)}`;
    },
  };
}

const letterValue = (letter: DeadLetter, project: string): object => ({
  id: letter.id,
  project,
  type: letter.type,
  state: letter.state,
  reason: letter.reason,
  sqlstate: letter.sqlstate,
  message: letter.message,
  events: letter.events,
  batchId: letter.batchId,
  index: letter.index,
  retries: letter.retries,
  createdAt: letter.createdAt.toISOString(),
  changedAt: letter.changedAt.toISOString(),
});
