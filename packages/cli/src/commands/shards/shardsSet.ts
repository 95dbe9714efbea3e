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
  command('set', 'Record another number of queue shards, before processes restart with it', [
    ['sluice shards set 8', 'then restart workers, gateways and the others with QUEUE_SHARDS=8'],
  ])
    .argument('<number>', `1 to ${MAX_SHARDS.toLocaleString('en-US')}`)
    .action((text: string) => answer((context) => setShards(context, text)));

/** Records the number. Running gateways stop publishing within ten seconds, so that none publishes with the old one. */
async function setShards(context: CommandContext, text: string): Promise<Answer> {
  const shards = Number(text);
  if (!Number.isInteger(shards) || shards < 1 || shards > MAX_SHARDS) {
    throw usageError(`"${text}" is not a number of queue shards: use 1 to ${MAX_SHARDS.toLocaleString('en-US')}`);
  }
  const client = await openQueueRedis(context);
  const { readRecordedShards, recordShards } = await import('@sluice/redis');
  const before = await readRecordedShards(client);
  await recordShards(client, shards);
  const beyond = (await readShards(client, shards)).filter(({ used, jobs }) => !used && jobs > 0);
  const numbers = beyond.map(({ shard }) => shard).join(', ');
  return {
    value: { before: before ?? null, recorded: shards, toDrain: beyond.map(({ shard }) => shard) },
    human: () =>
      [
        `${plural(shards, 'queue shard')} recorded${before === undefined ? '' : `, ${before} before`}.`,
        before === shards
          ? 'Nothing changes.'
          : `Gateways with another QUEUE_SHARDS stop publishing within 10 seconds: they spool, or answer 503 without a spool.`,
        ...(beyond.length === 0
          ? []
          : [
              `Jobs wait in shards that are no longer used: ${numbers}. Keep their workers until sluice shards list shows none.`,
            ]),
        ...(before === shards ? [] : [`Then restart every process with QUEUE_SHARDS=${shards}.`]),
      ].join('\n'),
  };
}
