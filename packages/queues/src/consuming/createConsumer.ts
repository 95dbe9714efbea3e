import type { EventType } from '@sluice/contract';
import { setMaxListeners } from 'node:events';
import { shardsInUse, type PlacementRecord } from '@sluice/redis';
import { withTimeout, type Logger, type Metrics } from '@sluice/runtime';
import type { Consumer, HandleJob } from '../types.js';
import { consumeMetrics } from './consumeMetrics.js';
import { createByteBudget } from './byteBudget.js';
import { createJobBudget } from '../jobBudget.js';
import { createPlacementWatch, startOr, type PlacementWatch } from '../placementWatch.js';
import { ShardConsumer } from './shardConsumer.js';
import { createShardSet, type ShardSet } from './shardSet.js';

/** Settings of a consumer; durations in milliseconds. */
export interface ConsumerOptions {
  readonly type: EventType;
  readonly url: string;
  /** Number of queue shards while none is recorded. */
  readonly shards: number;
  /** Most active jobs (acquired and not yet finished) over all shards; at least one per shard. See `JobBudget`. */
  readonly maxActiveJobs: number;
  /** Bytes of active jobs, over all shards, from which no more jobs are acquired; default 64 MiB. */
  readonly maxActiveBytes?: number;
  /** How long `stop` waits for handlers before it aborts them; default 10,000. */
  readonly stopTimeoutMs?: number;
  /** How long the jobs of a dead worker stay locked; default 10,000. */
  readonly lockMs?: number;
  /** Time between two checks for jobs whose worker died; default 5,000. */
  readonly stalledCheckMs?: number;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

const DEFAULT_ACTIVE_BYTES = 64 * 1_048_576;

/** How long aborted handlers may take to settle, in milliseconds. */
const ABORT_MS = 1_000;

/**
 * Returns a consumer with its own connections, which it opens immediately. `start` waits a moment for Redis, and throws
 * `ConfigError` if `shards` is not the recorded number of queue shards, and never was. The consumer follows the recorded
 * number, and acquires the jobs of shards of an earlier number until they are empty.
 * `stop` acquires no more jobs, waits for the handlers, aborts late ones, and requeues their jobs without delay.
 */
export function createConsumer(options: ConsumerOptions, handle: HandleJob): Consumer {
  const abort = new AbortController();
  // The handler of each active job may listen; Node warns of a leak at more than ten.
  setMaxListeners(0, abort.signal);
  const metrics = consumeMetrics(options.metrics);
  const pauses = createPauses((paused) => shards.pause(paused));
  const byteBudget = createByteBudget(options.maxActiveBytes ?? DEFAULT_ACTIVE_BYTES, (spent) =>
    pauses.set('bytes', spent),
  );
  const jobBudget = createJobBudget(options.maxActiveJobs);
  const open = (shard: number): ShardConsumer =>
    new ShardConsumer({
      type: options.type,
      shard,
      url: options.url,
      lockMs: options.lockMs ?? 10_000,
      stalledCheckMs: options.stalledCheckMs ?? 5_000,
      logger: options.logger,
      metrics,
      jobBudget,
      byteBudget,
      handle,
      signal: abort.signal,
    });
  const shards = createShardSet(options.shards, open);
  const watch = watchFrom(shards, options);
  const handledWithin = async (ms: number): Promise<void> => {
    const handled = Promise.all(shards.all().map((shard) => shard.handled()));
    await withTimeout(handled, ms).catch(() => undefined);
  };
  const stop = async (): Promise<void> => {
    watch.stop();
    pauses.set('stop', true);
    await handledWithin(options.stopTimeoutMs ?? 10_000);
    abort.abort();
    await handledWithin(ABORT_MS);
    await Promise.all(shards.all().map((shard) => shard.close()));
    await shards.closed();
  };
  return {
    start: async () => {
      await startOr(watch.start, stop);
      shards.start();
    },
    stop,
    pause: () => pauses.set('caller', true),
    resume: () => pauses.set('caller', false),
    shards: () => shards.all().length,
    isUsable: () => shards.all().every((shard) => shard.isUsable()),
    problem: async () =>
      watch.conflict() ?? describeProblems(await Promise.all(shards.all().map((shard) => shard.problem()))),
  };
}

/** Follows the placement over the connection of shard 0, whose server has the record. */
function watchFrom(shards: ShardSet, { shards: configured, logger }: ConsumerOptions): PlacementWatch {
  const client = shards.all()[0]?.client;
  if (client === undefined) throw new RangeError('a consumer needs at least one queue shard');
  const onChange = (record: PlacementRecord): void => shards.resize(shardsInUse(record));
  return createPlacementWatch({ client, shards: configured, role: 'consumer', logger, onChange });
}

/** One text for the problems of all shards, by shard number; `undefined` if there is none. */
function describeProblems(problems: readonly (string | undefined)[]): string | undefined {
  const shards = new Map<string, number[]>();
  for (const [shard, problem] of problems.entries()) {
    if (problem !== undefined) shards.set(problem, [...(shards.get(problem) ?? []), shard]);
  }
  if (shards.size === 0) return undefined;
  return [...shards].map(([problem, numbers]) => `queue shard ${numbers.join(', ')}: ${problem}`).join('; ');
}

type PauseReason = 'caller' | 'bytes' | 'stop';

/** Paused while there is any reason; `apply` is called only when that changes. */
function createPauses(apply: (paused: boolean) => void): { set: (reason: PauseReason, holds: boolean) => void } {
  const reasons = new Set<PauseReason>();
  return {
    set: (reason, holds) => {
      const before = reasons.size > 0;
      if (holds) reasons.add(reason);
      else reasons.delete(reason);
      if (reasons.size > 0 !== before) apply(!before);
    },
  };
}
