import { setTimeout as delay } from 'node:timers/promises';
import { BACKLOG_TYPES, type EventType } from '@sluice/contract';
import {
  closeRedis,
  connectRedis,
  createBacklogWaits,
  isRedisUsable,
  type BacklogWaits,
  type RedisClient,
} from '@sluice/redis';
import { periodicTask, type Component, type Logger } from '@sluice/runtime';
import { nextWriteShare } from './writeShare.js';

/** Makes the workers of spans and replays yield while exceptions and logs wait for long. */
export interface WritePace extends Component {
  /**
   * Writes a write batch. While the worker yields, it first rests after an earlier one, in proportion to the time that this took,
   * at most until `signal` aborts.
   */
  readonly run: (write: () => Promise<void>, signal: AbortSignal) => Promise<void>;
}

/** Dependencies of {@link createWritePace}. */
export interface WritePaceDeps {
  readonly type: EventType;
  /** Redis with the queues. */
  readonly redisUrl: string;
  /** Wait of exceptions and logs above which the worker yields, in milliseconds; 0: never. */
  readonly limitMs: number;
  /** Called with the share of its time in which the worker writes. */
  readonly onShare: (share: number) => void;
  readonly logger: Logger;
}

/** Time between two readings of the waits, in milliseconds. */
const PERIOD_MS = 1_000;
/** Longest rest, in milliseconds. */
const MAX_REST_MS = 30_000;
/** How soon a rest notices a new share, in milliseconds. */
const CHECK_MS = 100;

/** A write batch that ended, by `performance.now()`. */
interface EndedWrite {
  readonly atMs: number;
  readonly tookMs: number;
}

/** Returns the pace of a worker. Those of other types than spans and replays never rest, and read nothing. */
export function createWritePace(
  { type, redisUrl, limitMs, onShare, logger }: WritePaceDeps,
  periodMs = PERIOD_MS,
): WritePace {
  if (limitMs === 0 || !BACKLOG_TYPES.some((bulky) => bulky === type)) return AT_ONCE;
  let share = 1;
  let client: RedisClient | undefined;
  /** Each is rested after once: as many as were in progress at the same time. */
  const ended: EndedWrite[] = [];
  const reading = periodicTask('waits of exceptions and logs', periodMs, logger, async () => {
    let waits: BacklogWaits | undefined;
    try {
      // The consumer reports a Redis that cannot be used.
      if (client !== undefined && isRedisUsable(client)) waits = await createBacklogWaits(client).read();
    } finally {
      share = nextWriteShare(share, waits, limitMs);
      onShare(share);
    }
  });
  const restAfter = async ({ atMs, tookMs }: EndedWrite, signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      const restMs = Math.min(tookMs * (1 / share - 1), MAX_REST_MS);
      const leftMs = restMs - (performance.now() - atMs);
      if (leftMs <= 0) return;
      await delay(Math.min(leftMs, CHECK_MS), undefined, { signal }).catch(() => undefined);
    }
  };
  return {
    start: () => {
      client = connectRedis({ url: redisUrl, name: 'write pace', logger });
      return reading.start();
    },
    stop: async () => {
      await reading.stop();
      if (client !== undefined) await closeRedis(client);
    },
    run: async (write, signal) => {
      const earlier = ended.shift();
      if (earlier !== undefined) await restAfter(earlier, signal);
      const began = performance.now();
      await write();
      ended.push({ atMs: performance.now(), tookMs: performance.now() - began });
    },
  };
}

const AT_ONCE: WritePace = {
  start: () => Promise.resolve(),
  stop: () => Promise.resolve(),
  run: (write) => write(),
};
