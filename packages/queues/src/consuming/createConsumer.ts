import { setTimeout as delay } from 'node:timers/promises';
import type { EventType } from '@sluice/contract';
import type { Logger, Metrics } from '@sluice/runtime';
import type { Consumer, HandleJob } from '../types.js';
import { consumeMetrics } from './consumeMetrics.js';
import { LaneConsumer } from './laneConsumer.js';

/** Settings of a consumer; durations in milliseconds. */
export interface ConsumerOptions {
  readonly type: EventType;
  readonly url: string;
  /** How many lanes there are; the same for every publisher, consumer and reader of one Redis. */
  readonly lanes: number;
  /** Jobs taken and not yet handled, over all lanes; at least one a lane. */
  readonly maxHeldJobs: number;
  /** How long `stop` waits for handlers before it aborts them; default 10,000. */
  readonly stopTimeoutMs?: number;
  /** How long a worker that died keeps its jobs; default 10,000. */
  readonly lockMs?: number;
  /** How often jobs whose worker died are looked for; default 5,000. */
  readonly stalledCheckMs?: number;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

/** How long aborted handlers may take to give up, in milliseconds. */
const ABORT_MS = 1_000;

/**
 * A consumer with connections of its own, opened at once. `start` resolves without waiting for Redis. `stop` takes no
 * more, waits for the handlers, aborts those that are late, and puts their jobs back for another worker to have at once.
 */
export function createConsumer(options: ConsumerOptions, handle: HandleJob): Consumer {
  const abort = new AbortController();
  const metrics = consumeMetrics(options.metrics);
  const lanes = Array.from(
    { length: options.lanes },
    (_, lane) =>
      new LaneConsumer({
        type: options.type,
        lane,
        url: options.url,
        maxHeldJobs: Math.max(1, Math.floor(options.maxHeldJobs / options.lanes)),
        lockMs: options.lockMs ?? 10_000,
        stalledCheckMs: options.stalledCheckMs ?? 5_000,
        logger: options.logger,
        metrics,
        handle,
        signal: abort.signal,
      }),
  );
  const handledWithin = async (ms: number): Promise<void> => {
    const waiting = new AbortController();
    const handled = Promise.all(lanes.map((lane) => lane.handled()));
    await Promise.race([handled, delay(ms, undefined, { signal: waiting.signal }).catch(() => undefined)]);
    waiting.abort();
  };
  return {
    start: () => {
      for (const lane of lanes) lane.start();
      return Promise.resolve();
    },
    stop: async () => {
      for (const lane of lanes) lane.pause();
      await handledWithin(options.stopTimeoutMs ?? 10_000);
      abort.abort();
      await handledWithin(ABORT_MS);
      await Promise.all(lanes.map((lane) => lane.close()));
    },
    pause: () => {
      for (const lane of lanes) lane.pause();
    },
    resume: () => {
      for (const lane of lanes) lane.resume();
    },
    isUsable: () => lanes.every((lane) => lane.isUsable()),
  };
}
