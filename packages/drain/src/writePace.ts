import { setTimeout as delay } from 'node:timers/promises';
import { BACKLOG_TYPES, type EventType } from '@sluice/contract';
import { closeRedis, connectPatientRedis, createBacklogAges, type RedisClient } from '@sluice/redis';
import { periodicTask, type Component, type Logger } from '@sluice/runtime';
import { FULL_SHARE, nextWriteShare, type WriteShare } from './writeShare.js';

/** Makes the workers of spans and replays yield while exceptions and logs wait for long. */
export interface WritePace extends Component {
  /**
   * Writes a write batch. While the worker yields, it first waits in proportion to the time that those before took, at most until
   * `signal` aborts.
   */
  readonly run: (write: () => Promise<void>, signal: AbortSignal) => Promise<void>;
}

/** Dependencies of {@link createWritePace}. */
export interface WritePaceDeps {
  readonly type: EventType;
  /** Redis with the queues. */
  readonly redisUrl: string;
  /** Wait of exceptions and logs from which the worker yields, in milliseconds; 0: never. */
  readonly limitMs: number;
  /** Called with the share of its time in which the worker writes. */
  readonly onShare: (share: number) => void;
  readonly logger: Logger;
}

/** Time between two readings of the ages, in milliseconds. */
const PERIOD_MS = 1_000;
/** Longest time of a write batch that the next one waits for: nine times as long at most. */
const MAX_OWED_MS = 1_000;
/** How soon a wait notices a new share, in milliseconds. */
const CHECK_MS = 100;

/** Returns the pace of a worker. Those of other types than spans and replays never wait, and read nothing. */
export function createWritePace(
  { type, redisUrl, limitMs, onShare, logger }: WritePaceDeps,
  periodMs = PERIOD_MS,
): WritePace {
  if (limitMs === 0 || !BACKLOG_TYPES.some((bulky) => bulky === type)) return AT_ONCE;
  let state: WriteShare = FULL_SHARE;
  let owedMs = 0;
  let client: RedisClient | undefined;
  const reading = periodicTask('ages of exceptions and logs', periodMs, logger, async () => {
    const read = client === undefined ? undefined : await createBacklogAges(client).read();
    state = nextWriteShare(state, read, limitMs);
    onShare(state.share);
  });
  const waitInTurn = async (signal: AbortSignal): Promise<void> => {
    const tookMs = Math.min(owedMs, MAX_OWED_MS);
    owedMs = 0;
    const began = performance.now();
    while (!signal.aborted) {
      const leftMs = tookMs * (1 / state.share - 1) - (performance.now() - began);
      if (leftMs <= 0) return;
      await delay(Math.min(leftMs, CHECK_MS), undefined, { signal }).catch(() => undefined);
    }
  };
  return {
    start: () => {
      client = connectPatientRedis({ url: redisUrl, name: 'write pace', logger });
      return reading.start();
    },
    stop: async () => {
      await reading.stop();
      if (client !== undefined) await closeRedis(client);
    },
    run: async (write, signal) => {
      await waitInTurn(signal);
      const began = performance.now();
      await write();
      owedMs += performance.now() - began;
    },
  };
}

const AT_ONCE: WritePace = {
  start: () => Promise.resolve(),
  stop: () => Promise.resolve(),
  run: (write) => write(),
};
