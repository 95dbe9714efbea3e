import type { Command } from 'commander';
import { command, type AnswerWith } from '../../cli.js';
import { usageError } from '../../cliError.js';
import type { Answer, CommandContext } from '../../context.js';
import { plural } from '../../output/words.js';
import { openQueueRedis } from './openQueueRedis.js';
import { readShards } from './shardsList.js';

const MAX_SHARDS = 1_024;

/** `sluice shards set <number>`. */
export const shardsSet = (answer: AnswerWith): Command =>
  command('set', 'Change the number of queue shards while all processes run', [
    ['sluice shards set 8', 'then set QUEUE_SHARDS=8 for processes that start later'],
  ])
    .argument('<number>', `1 to ${MAX_SHARDS.toLocaleString('en-US')}`)
    .action((text: string) => answer((context) => setShards(context, text)));

/** Changes the number. Gateways move at once; workers drain the shards that are no longer used. */
async function setShards(context: CommandContext, text: string): Promise<Answer> {
  const shards = Number(text);
  if (!Number.isInteger(shards) || shards < 1 || shards > MAX_SHARDS) {
    throw usageError(`"${text}" is not a number of queue shards: use 1 to ${MAX_SHARDS.toLocaleString('en-US')}`);
  }
  const client = await openQueueRedis(context);
  const { changeShards, readPlacement } = await import('@sluice/redis');
  const before = (await readPlacement(client))?.shards;
  await changeShards(client, shards);
  const beyond = (await readShards(client, shards)).filter(({ used, jobs }) => !used && jobs > 0);
  const numbers = beyond.map(({ shard }) => shard).join(', ');
  return {
    value: { before: before ?? null, recorded: shards, toDrain: beyond.map(({ shard }) => shard) },
    human: () =>
      [
        `${plural(shards, 'queue shard')}${before === undefined ? '' : `, ${before} before`}.`,
        ...(before === shards
          ? ['Nothing changes.']
          : ['Gateways publish by the new number, and workers follow within seconds.']),
        ...(beyond.length === 0
          ? []
          : [`Workers drain shards that are no longer used: ${numbers}. See sluice shards list.`]),
        ...(before === shards ? [] : [`Set QUEUE_SHARDS=${shards} for processes that start later.`]),
      ].join('\n'),
  };
}
