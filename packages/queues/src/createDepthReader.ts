import { closeRedis, connectPatientRedis, readShardDepth, type ShardDepth } from '@sluice/redis';
import { ConfigError, systemClock, type Clock, type Logger } from '@sluice/runtime';
import { createShardGuard, startOr } from './shardGuard.js';
import { timeOfJobId } from './jobs/jobId.js';
import type { DepthReader, QueueDepth } from './types.js';

/** Settings of a depth reader. */
export interface DepthReaderOptions {
  readonly url: string;
  /** Number of queue shards; the same in every publisher, consumer and reader of one Redis. */
  readonly shards: number;
  readonly clock?: Clock;
  readonly logger?: Logger;
}

/** How long a read may take, in milliseconds. */
const READ_MS = 3_000;

/**
 * Returns a reader with its own connection, which it opens immediately; `start` waits a moment for it. Depth is also readable
 * from a full Redis. `read` rejects if another number of queue shards is recorded in Redis.
 * @throws ConfigError on start, if another number of queue shards is recorded in Redis
 */
export function createDepthReader({ url, shards, clock = systemClock, logger }: DepthReaderOptions): DepthReader {
  const client = connectPatientRedis({ url, name: 'depth', commandTimeoutMs: READ_MS, ...(logger && { logger }) });
  const guard = createShardGuard({ client, shards, records: false, ...(logger && { logger }) });
  const stop = (): Promise<void> => {
    guard.stop();
    return closeRedis(client);
  };
  return {
    start: () => startOr(guard.start, stop),
    stop,
    read: async (type) => {
      const conflict = guard.conflict();
      if (conflict !== undefined) throw new ConfigError(conflict);
      const reads = Array.from({ length: shards }, (_, shard) => readShardDepth(client, shard, type));
      return sumDepths(await Promise.all(reads), clock());
    },
  };
}

function sumDepths(shards: readonly ShardDepth[], nowMs: number): QueueDepth {
  const times = shards.flatMap(({ jobIds }) => jobIds.map(timeOfJobId)).filter((time) => time !== undefined);
  const oldest = times.reduce((a, b) => Math.min(a, b), Infinity);
  return {
    events: shards.reduce((sum, shard) => sum + eventsIn(shard), 0),
    jobs: shards.reduce((sum, shard) => sum + shard.jobs, 0),
    oldestAgeMs: oldest === Infinity ? undefined : Math.max(0, nowMs - oldest),
  };
}

/** Without a job there is no event: the counts are wrong only after jobs were deleted by hand. */
const eventsIn = ({ published, finished, jobs }: ShardDepth): number =>
  jobs === 0 ? 0 : Math.max(0, published - finished);
