import { findProject } from '@sluice/db';
import type { Command } from 'commander';
import { command, type AnswerWith } from '../../cli.js';
import { CliError, usageError } from '../../cliError.js';
import type { Answer, CommandContext } from '../../context.js';
import { plural } from '../../output/words.js';
import { projectRef } from '../../parse/projectRef.js';
import { openQueueRedis } from './openQueueRedis.js';

/** `sluice shards spread <project> <number>`. */
export const shardsSpread = (answer: AnswerWith): Command =>
  command('spread', 'Spread the batches of a large project over several queue shards', [
    ['sluice shards spread acme/shop 4', 'over four shards, while all processes run'],
    ['sluice shards spread 42 1', 'by project id, which needs no database: in one shard again'],
  ])
    .argument('<project>', '<org>/<project>, or the id of a project')
    .argument('<number>', '1 to the number of queue shards')
    .action((project: string, text: string) => answer((context) => spreadProject(context, project, text)));

/** Changes over how many shards the project spreads. Gateways move at once; jobs stay in their shards. */
async function spreadProject(context: CommandContext, project: string, text: string): Promise<Answer> {
  const over = Number(text);
  if (!Number.isInteger(over) || over < 1) {
    throw usageError(`"${text}" is not a number of queue shards: use 1 to the number that sluice shards list shows`);
  }
  const id = await projectIdOf(context, project);
  const client = await openQueueRedis(context);
  const { changeSpread, readPlacement, spreadOf, SpreadRefusedError } = await import('@sluice/redis');
  const record = await readPlacement(client);
  const before = record === undefined ? 1 : spreadOf(id, record);
  const changed = await changeSpread(client, id, over).catch((error: unknown) => {
    throw error instanceof SpreadRefusedError ? usageError(error.message) : error;
  });
  if (changed === undefined) {
    throw new CliError('not_found', 'No number of queue shards is recorded yet: start a gateway first');
  }
  return {
    value: { project: id, before, over, shards: changed.shards },
    human: () =>
      [
        `Project ${id} uses ${over} of ${plural(changed.shards, 'queue shard')}, ${before} before.`,
        before === over
          ? 'Nothing changes.'
          : 'Gateways publish by the new spread. Jobs stay in their shards until they are stored.',
      ].join('\n'),
  };
}

async function projectIdOf(context: CommandContext, text: string): Promise<string> {
  if (/^[1-9]\d{0,18}$/.test(text)) return text;
  if (!text.includes('/')) throw usageError(`"${text}" is neither <org>/<project> nor the id of a project`);
  return (await findProject(context.database(), projectRef(text))).id;
}
