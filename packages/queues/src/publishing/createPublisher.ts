import { EVENT_TYPES } from '@sluice/contract';
import { closeRedis, connectRedis, isRedisUsable, probeShards, shardKeys, type RedisClient } from '@sluice/redis';
import type { Logger, Metrics } from '@sluice/runtime';
import { createShardGuard, startOr } from '../shardGuard.js';
import { shardOf } from '../shardOf.js';
import { PublishFailedError } from '../publishFailedError.js';
import type { Publisher } from '../types.js';
import { commitBatches } from './commitBatches.js';
import { GroupCommit } from './groupCommit.js';
import { JobWriter } from '../bullmqInternals/jobWriter.js';
import { publishMetrics } from './publishMetrics.js';

/** Settings of a publisher; durations in milliseconds. */
export interface PublisherOptions {
  readonly url: string;
  /** Number of queue shards; the same in every publisher, consumer and reader of one Redis. */
  readonly shards: number;
  /** How long a busy shard waits for more batches before it publishes; adds to the response time. */
  readonly lingerMs: number;
  /** Time to live of an accept mark: how long a repeated batch is recognized as a duplicate. */
  readonly markTtlMs: number;
  /** How long `publish` retries; default 2,500. */
  readonly publishTimeoutMs?: number;
  /** How long one transaction may take; default 1,000. */
  readonly commandTimeoutMs?: number;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

/**
 * Returns a publisher with its own connection, which it opens immediately. `start` waits a moment for it.
 * @throws ConfigError on start, if another number of queue shards is recorded in Redis
 */
export function createPublisher(options: PublisherOptions): Publisher {
  const { url, shards, logger } = options;
  const client = connectRedis({ url, name: 'publisher', commandTimeoutMs: options.commandTimeoutMs ?? 1_000, logger });
  const guard = createShardGuard({ client, shards, records: true, logger });
  const metrics = publishMetrics(options.metrics);
  let stopped = false;
  const groups = Array.from({ length: shards }, (_, shard) => {
    const target = { client, shard, writer: new JobWriter(shard), isAgreed: guard.isAgreed };
    return new GroupCommit({
      lingerMs: options.lingerMs,
      commit: async (claims) => {
        const endTimer = metrics.seconds.startTimer();
        const won = await commitBatches(target, claims);
        endTimer();
        metrics.batches.inc(claims.length);
        return won;
      },
      onRetry: ({ certain }) => metrics.retries.inc({ certain: String(certain) }),
    });
  });
  client.on('ready', () => void limitEvents(client, shards));
  const stop = async (): Promise<void> => {
    stopped = true;
    guard.stop();
    await Promise.all(groups.map((group) => group.idle()));
    await closeRedis(client);
  };
  return {
    start: () => startOr(guard.start, stop),
    stop,
    publish: (batch, timeoutMs = options.publishTimeoutMs ?? 2_500) => {
      const group = groups[shardOf(batch.projectId, shards)];
      if (stopped || group === undefined) return Promise.reject(new PublishFailedError(true));
      return group.submit(batch, batch.markTtlMs ?? options.markTtlMs, timeoutMs);
    },
    isMarked: async ({ projectId, hash, batchId }) => {
      const mark = await client.get(shardKeys.mark(shardOf(projectId, shards), projectId, hash));
      return mark?.startsWith(`${batchId}:`) === true;
    },
    isUsable: () => !stopped && guard.isAgreed() && isRedisUsable(client),
    problem: async () => guard.conflict() ?? (await probeShards(client, shards)),
  };
}

/**
 * Sets up the queues of a new connection. Optional: queues without the limit keep a longer stream of BullMQ's events, which
 * Sluice does not read.
 */
async function limitEvents(client: RedisClient, shards: number): Promise<void> {
  const queues = Array.from({ length: shards }, (_, shard) =>
    EVENT_TYPES.map((type) => shardKeys.job(shard, type, 'meta')),
  );
  // Not one pipeline: the shards of a cluster are on several servers.
  await Promise.allSettled(queues.flat().map((meta) => client.hset(meta, 'opts.maxLenEvents', 0)));
}
