import { EVENT_TYPES } from '@sluice/contract';
import type { PlacementRecord, RedisClient } from '@sluice/redis';
import type { Command } from 'commander';
import { command, type AnswerWith } from '../../cli.js';
import type { Answer, CommandContext } from '../../context.js';
import { table } from '../../output/table.js';
import { countText, momentText, plural } from '../../output/words.js';
import { openQueueRedis } from './openQueueRedis.js';

/** What waits in a queue shard. */
export interface ShardValue {
  readonly shard: number;
  /** Jobs waiting, active or delayed, and their events. */
  readonly jobs: number;
  readonly events: number;
  /** Whether gateways publish to it. */
  readonly used: boolean;
}

/** `sluice shards list`. */
export const shardsList = (answer: AnswerWith): Command =>
  command('list', 'Show the number of queue shards, a change in progress, and what waits in each', [
    ['sluice shards list', 'also shards that no gateway publishes to any more'],
  ]).action(() => answer(listShards));

async function listShards(context: CommandContext): Promise<Answer> {
  const client = await openQueueRedis(context);
  const { readPlacement } = await import('@sluice/redis');
  const placement = await readPlacement(client);
  const shards = await readShards(client, placement?.shards, placement?.widest);
  return {
    value: {
      recorded: placement?.shards ?? null,
      changingTo: placement?.next?.shards ?? null,
      draining: drainingIn(placement),
      spread: placement === undefined ? {} : spreadIn(placement),
      shards,
    },
    human: (style) =>
      [
        ...stateLines(placement),
        table(
          [
            { title: 'SHARD', align: 'right' },
            { title: 'JOBS', align: 'right' },
            { title: 'EVENTS', align: 'right' },
            { title: '' },
          ],
          shards.map(({ shard, jobs, events, used }) => [
            String(shard),
            countText(jobs),
            countText(events),
            used ? '' : unusedNote(shard, placement),
          ]),
          style,
          'Nothing was published yet.',
        ),
      ].join('\n'),
  };
}

function stateLines(placement: PlacementRecord | undefined): readonly string[] {
  if (placement === undefined) {
    return ['No number is recorded yet: the first gateway that starts records its QUEUE_SHARDS.'];
  }
  const { shards, next, past } = placement;
  const [before] = past;
  const since = before === undefined ? '' : `, ${before.shards} before ${momentText(new Date(before.endedMs))}`;
  const draining = drainingIn(placement);
  const spread = Object.entries(spreadIn(placement)).map(([id, over]) => `${id} over ${over}`);
  return [
    `${plural(shards, 'queue shard')}${since}. New processes need QUEUE_SHARDS=${shards}.`,
    ...(next === undefined ? [] : [`A change to ${next.shards} is not finished: gateways finish it within seconds.`]),
    ...(spread.length === 0 ? [] : [`Projects that spread over several shards, by id: ${spread.join(', ')}.`]),
    ...(draining.length === 0 ? [] : [`Workers drain shards of an earlier number: ${draining.join(', ')}.`]),
  ];
}

/** Over how many shards projects spread now, by id. */
const spreadIn = ({ shards, spread }: PlacementRecord): Readonly<Record<string, number>> =>
  Object.fromEntries(Object.entries(spread ?? {}).map(([id, over]) => [id, Math.min(over, shards)]));

/** Shards beyond the number that workers still consume. */
const drainingIn = (placement: PlacementRecord | undefined): readonly number[] =>
  placement === undefined
    ? []
    : Array.from({ length: placement.widest - placement.shards }, (_, index) => placement.shards + index);

const unusedNote = (shard: number, placement: PlacementRecord | undefined): string =>
  placement !== undefined && shard < placement.widest ? 'draining: no gateway publishes here' : 'not used any more';

/**
 * Every shard below `widest`, and every other one to which something was ever published.
 *
 * @param recorded number of the shards that gateways publish to
 */
export async function readShards(
  client: RedisClient,
  recorded: number | undefined,
  widest = recorded,
): Promise<readonly ShardValue[]> {
  const { findShards, readShardDepth } = await import('@sluice/redis');
  const inUse = Array.from({ length: widest ?? 0 }, (_, shard) => shard);
  const all = [...new Set([...inUse, ...(await findShards(client))])].sort((a, b) => a - b);
  return Promise.all(
    all.map(async (shard) => {
      const depths = await Promise.all(EVENT_TYPES.map((type) => readShardDepth(client, shard, type)));
      const jobs = depths.reduce((sum, depth) => sum + depth.jobs, 0);
      const events = depths.reduce((sum, { published, finished }) => sum + Math.max(0, published - finished), 0);
      return { shard, jobs, events: jobs === 0 ? 0 : events, used: recorded === undefined || shard < recorded };
    }),
  );
}
