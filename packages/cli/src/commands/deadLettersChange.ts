import { EVENT_TYPES } from '@sluice/contract';
import { findProject } from '@sluice/db';
import { isCompleteId, readIdPrefix, withDashes, type IdPrefix } from '@sluice/reading';
import { discardDeadLetters, findDeadLetterIds, requestRetries } from '@sluice/dead-letters';
import type { Command } from 'commander';
import { choice, choiceOption } from '../choice.js';
import { command, type AnswerWith } from '../cli.js';
import { usageError } from '../cliError.js';
import type { Example } from '../helpText.js';
import type { Answer, CommandContext } from '../context.js';
import { plural } from '../output/words.js';
import { deadLetterFilter, type DeadLetterChoice } from '../parse/deadLetterFilter.js';
import { projectRef } from '../parse/projectRef.js';
import { MOST_FOUND, theOnly } from '../parse/theOnly.js';

/** The dead letters to change: ids, or `--all` that match the other options. */
interface ChangeOptions extends Pick<DeadLetterChoice, 'type'> {
  readonly project?: string;
  readonly all?: boolean;
}

const choosing = (
  name: string,
  summary: string,
  { answer, examples, work }: { answer: AnswerWith; examples: readonly Example[]; work: Change },
): Command =>
  command(name, summary, examples)
    .argument('[ids...]', 'ids, or at least their first 8 digits; see `sluice dead-letters list`')
    .option('--all', 'all that match the other options')
    .option('--project <org/project>', 'only this project')
    .addOption(choiceOption('--type <type>', choice(EVENT_TYPES)))
    .action((ids: string[], options: ChangeOptions) => answer((context) => work(context, ids, options)));

/** Changes the selected dead letters. */
type Change = (context: CommandContext, ids: readonly string[], options: ChangeOptions) => Promise<Answer>;

/** `sluice dead-letters retry [ids…]`. */
export const deadLettersRetry = (answer: AnswerWith): Command =>
  choosing('retry', 'Queue dead letters to be stored again', {
    answer,
    examples: [
      ['sluice dead-letters retry --all --type span', 'after a fix; events that fail again become dead letters again'],
      ['sluice dead-letters retry 0199d1b2-…', 'one of them'],
    ],
    work: retryLetters,
  });

/** `sluice dead-letters discard [ids…]`. */
export const deadLettersDiscard = (answer: AnswerWith): Command =>
  choosing('discard', 'Discard dead letters permanently; they stay counted as discarded', {
    answer,
    examples: [
      ['sluice dead-letters discard 0199d1b2-…', 'one of them'],
      ['sluice dead-letters discard --all --project acme/shop', 'all of a project'],
    ],
    work: discardLetters,
  });

/** Marks waiting dead letters for retry; the result is `{ retry: <count> }`. */
const retryLetters: Change = async (context, ids, options) => {
  const filter = await chosen(context, ids, options);
  const count = await requestRetries(context.database(), filter);
  return {
    value: { retry: count },
    human: () => `${plural(count, 'dead letter')} will be stored again within seconds.`,
  };
};

/** Drops the payload of dead letters; the result is `{ discarded: <count> }`. */
const discardLetters: Change = async (context, ids, options) => {
  const filter = await chosen(context, ids, options);
  const count = await discardDeadLetters(context.database(), filter);
  return { value: { discarded: count }, human: () => `${plural(count, 'dead letter')} discarded.` };
};

async function chosen(
  context: CommandContext,
  given: readonly string[],
  options: ChangeOptions,
): Promise<ReturnType<typeof deadLetterFilter>> {
  if ((given.length === 0) !== (options.all === true)) throw usageError('give ids of dead letters, or --all');
  const prefixes = given.map((text) => {
    const prefix = readIdPrefix(text);
    if (prefix === undefined) throw usageError(`"${text}" is not an id: give at least its first 8 digits`);
    return prefix;
  });
  const project =
    options.project === undefined ? undefined : await findProject(context.database(), projectRef(options.project));
  const ids: string[] = [];
  for (const prefix of prefixes) ids.push(await wholeId(context, prefix, project?.id));
  return deadLetterFilter(options, project, ids);
}

async function wholeId(context: CommandContext, prefix: IdPrefix, projectId: string | undefined): Promise<string> {
  if (isCompleteId(prefix)) return withDashes(prefix.toLowerCase());
  const found = await findDeadLetterIds(context.database(), { prefix, projectId, most: MOST_FOUND });
  return theOnly('dead letter', withDashes(prefix), found);
}
