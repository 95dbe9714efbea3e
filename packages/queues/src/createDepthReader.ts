import {
  closeRedis,
  connectPatientRedis,
  readPlacement,
  readShardDepth,
  shardsInUse,
  type ShardDepth,
} from '@sluice/redis';
import { ConfigError, systemClock, type Clock, type Logger } from '@sluice/runtime';
import { createPlacementWatch, startOr } from './placementWatch.js';
import { timeOfJobId } from './jobs/jobId.js';
import type { DepthReader, QueueDepth } from './types.js';

/** Settings of a depth reader. */
export interface DepthReaderOptions {
  readonly url: string;
  /** Number of queue shards while none is recorded. */
  readonly shards: number;
  readonly clock?: Clock;
  readonly logger?: Logger;
}

/** How long a read may take, in milliseconds. */
const READ_MS = 3_000;

/**
 * Returns a reader with its own connection, which it opens immediately; `start` waits a moment for it. Depth is also readable
 * from a full Redis. It covers shards of an earlier number until they are empty. `read` rejects, and `start` throws
 * `ConfigError`, if `shards` is not the recorded number of queue shards, and never was.
 */
export function createDepthReader({ url, shards, clock = systemClock, logger }: DepthReaderOptions): DepthReader {
  const client = connectPatientRedis({ url, name: 'depth', commandTimeoutMs: READ_MS, ...(logger && { logger }) });
  const watch = createPlacementWatch({ client, shards, role: 'reader', ...(logger && { logger }) });
  const stop = (): Promise<void> => {
    watch.stop();
    return closeRedis(client);
  };
  return {
    start: () => startOr(watch.start, stop),
    stop,
    read: async (type) => {
      const conflict = watch.conflict();
      if (conflict !== undefined) throw new ConfigError(conflict);
      // Not what the watch read some time ago: a new shard must not be missed by those who wait for an empty queue.
      const found = await readPlacement(client);
      const placements = [found, watch.current()].filter((placement) => placement !== undefined);
      const latest = placements.sort((a, b) => b.epoch - a.epoch)[0];
      const count = latest === undefined ? shards : shardsInUse(latest);
      const reads = Array.from({ length: count }, (_, shard) => readShardDepth(client, shard, type));
      return sumDepths(await Promise.all(reads), clock());
    },
  };
}

function sumDepths(shards: readonly ShardDepth[], nowMs: number): QueueDepth {
  const times = shards.flatMap(({ jobIds }) => jobIds.map(timeOfJobId)).filter((time) => time !== undefined);
  const oldest = times.reduce((a, b) => Math.min(a, b), Infinity);
  return {
    events: shards.reduce((sum, shard) => sum + eventsIn(shard), 0),
    finished: shards.reduce((sum, shard) => sum + shard.finished, 0),
    jobs: shards.reduce((sum, shard) => sum + shard.jobs, 0),
    oldestAgeMs: oldest === Infinity ? undefined : Math.max(0, nowMs - oldest),
  };
}

/** Without a job there is no event: the counts are wrong only after jobs were deleted by hand. */
const eventsIn = ({ published, finished, jobs }: ShardDepth): number =>
  jobs === 0 ? 0 : Math.max(0, published - finished);
