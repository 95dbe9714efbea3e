import { EVENT_TYPES } from '@sluice/contract';
import {
  closeRedis,
  connectRedis,
  isRedisUsable,
  probeShards,
  shardKeys,
  type PlacementRecord,
  type RedisClient,
} from '@sluice/redis';
import type { Logger, Metrics } from '@sluice/runtime';
import { createPlacementWatch, startOr } from '../placementWatch.js';
import { PublishFailedError } from '../publishFailedError.js';
import type { Publisher } from '../types.js';
import { commitBatches } from './commitBatches.js';
import { GroupCommit } from './groupCommit.js';
import { JobWriter } from '../bullmqInternals/jobWriter.js';
import { publishMetrics } from './publishMetrics.js';
import { ShardFencedError } from './shardFencedError.js';
import { ShardRouter } from './shardRouter.js';
import { withTicket } from './ticket.js';

/** Settings of a publisher; durations in milliseconds. */
export interface PublisherOptions {
  readonly url: string;
  /** Number of queue shards to record if none is recorded; otherwise the recorded one counts. */
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
 * @throws ConfigError on start, if `shards` is not the recorded number of queue shards, and never was
 */
export function createPublisher(options: PublisherOptions): Publisher {
  const { url, shards, logger } = options;
  const client = connectRedis({ url, name: 'publisher', commandTimeoutMs: options.commandTimeoutMs ?? 1_000, logger });
  const metrics = publishMetrics(options.metrics);
  let stopped = false;
  const router = new ShardRouter({
    client,
    openGroup: (shard, epoch) => {
      const target = { client, shard, writer: new JobWriter(shard, epoch), logger };
      return new GroupCommit({
        lingerMs: options.lingerMs,
        commit: async (claims) => {
          const endTimer = metrics.seconds.startTimer();
          const won = await commitBatches(target, claims);
          endTimer();
          metrics.batches.inc(claims.length);
          return won;
        },
        onRetry: (error) => {
          metrics.retries.inc({ certain: String(error.certain) });
          if (error instanceof ShardFencedError) watch.refresh();
        },
      });
    },
  });
  const use = (record: PlacementRecord): void => {
    if (!watch.isAgreed()) return;
    router.use(record);
    void limitEvents(client, record.shards);
  };
  const watch = createPlacementWatch({ client, shards, role: 'publisher', logger, onChange: use });
  client.on('ready', () => void limitEvents(client, watch.current()?.shards ?? 0));
  const stop = async (): Promise<void> => {
    stopped = true;
    watch.stop();
    await router.idle();
    await closeRedis(client);
  };
  return {
    start: () => startOr(watch.start, stop),
    stop,
    publish: (batch, timeoutMs = options.publishTimeoutMs ?? 2_500) => {
      if (stopped) return Promise.reject(new PublishFailedError(true));
      const times = { markTtlMs: batch.markTtlMs ?? options.markTtlMs, timeoutMs };
      return withTicket(batch, times, (ticket) => router.add(ticket));
    },
    isMarked: async (batch) => (await router.findMark(batch)) !== null,
    isUsable: () => !stopped && watch.isAgreed() && isRedisUsable(client),
    problem: async () => watch.conflict() ?? (await probeShards(client, watch.current()?.shards ?? shards)),
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
