import type { EventType } from '@sluice/contract';
import { withTimeout, type Logger, type Metrics } from '@sluice/runtime';
import type { Consumer, HandleJob } from '../types.js';
import { consumeMetrics } from './consumeMetrics.js';
import { createByteBudget } from './byteBudget.js';
import { startOr } from '../shardGuard.js';
import { ShardConsumer } from './shardConsumer.js';

/** Settings of a consumer; durations in milliseconds. */
export interface ConsumerOptions {
  readonly type: EventType;
  readonly url: string;
  /** Number of queue shards; the same in every publisher, consumer and reader of one Redis. */
  readonly shards: number;
  /** Most active jobs (acquired and not yet handled) over all shards; at least one per shard. */
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
 * `ConfigError` if another number of queue shards is recorded there.
 * `stop` acquires no more jobs, waits for the handlers, aborts late ones, and requeues their jobs without delay.
 */
export function createConsumer(options: ConsumerOptions, handle: HandleJob): Consumer {
  const abort = new AbortController();
  const metrics = consumeMetrics(options.metrics);
  const pauses = createPauses((paused) => {
    for (const shard of shards) {
      if (paused) shard.pause();
      else shard.resume();
    }
  });
  const byteBudget = createByteBudget(options.maxActiveBytes ?? DEFAULT_ACTIVE_BYTES, (spent) =>
    pauses.set('bytes', spent),
  );
  const shards = Array.from(
    { length: options.shards },
    (_, shard) =>
      new ShardConsumer({
        type: options.type,
        shard,
        url: options.url,
        maxActiveJobs: Math.max(1, Math.floor(options.maxActiveJobs / options.shards)),
        lockMs: options.lockMs ?? 10_000,
        stalledCheckMs: options.stalledCheckMs ?? 5_000,
        logger: options.logger,
        metrics,
        byteBudget,
        handle,
        signal: abort.signal,
      }),
  );
  const guard = shards[0]?.guard(options.shards);
  const handledWithin = async (ms: number): Promise<void> => {
    const handled = Promise.all(shards.map((shard) => shard.handled()));
    await withTimeout(handled, ms).catch(() => undefined);
  };
  const stop = async (): Promise<void> => {
    guard?.stop();
    pauses.set('stop', true);
    await handledWithin(options.stopTimeoutMs ?? 10_000);
    abort.abort();
    await handledWithin(ABORT_MS);
    await Promise.all(shards.map((shard) => shard.close()));
  };
  return {
    start: async () => {
      if (guard !== undefined) await startOr(guard.start, stop);
      for (const shard of shards) shard.start();
    },
    stop,
    pause: () => pauses.set('caller', true),
    resume: () => pauses.set('caller', false),
    isUsable: () => shards.every((shard) => shard.isUsable()),
    problem: async () =>
      guard?.conflict() ?? describeProblems(await Promise.all(shards.map((shard) => shard.problem()))),
  };
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
