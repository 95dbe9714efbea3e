import { readRecordedShards, agreeOnShards, type RedisClient } from '@sluice/redis';
import { ConfigError, withTimeout, type Logger } from '@sluice/runtime';
import { setTimeout as delay } from 'node:timers/promises';

/** Settings of a guard. */
export interface ShardGuardOptions {
  readonly client: RedisClient;
  /** Number of queue shards of this process. */
  readonly shards: number;
  /** Whether to record the number if none is recorded; needs a connection to all servers. */
  readonly records: boolean;
  readonly logger?: Logger;
}

/**
 * Compares the number of queue shards of this process with the one that is recorded in Redis: whenever the connection opens,
 * and regularly.
 *
 * | state | until | publishes |
 * |---|---|---|
 * | unknown | Redis answers | no |
 * | agreed | the recorded number changes | yes |
 * | conflict | the recorded number is that of this process | no |
 */
export interface ShardGuard {
  /** Waits a moment for Redis. @throws ConfigError if another number is recorded */
  readonly start: () => Promise<void>;
  readonly stop: () => void;
  readonly isAgreed: () => boolean;
  /** Why this process must not work with the queues, and what to do; `undefined` if it may, or Redis has not answered. */
  readonly conflict: () => string | undefined;
}

/** Time between two comparisons, and after one that failed; milliseconds. */
const CHECK_MS = 10_000;
const RETRY_MS = 200;
/** How long a start waits for Redis, and one comparison may take; milliseconds. */
const START_MS = 1_000;
const READ_MS = 3_000;

/** Returns a guard that begins to compare at once. */
export function createShardGuard({ client, shards, records, logger }: ShardGuardOptions): ShardGuard {
  let recorded: number | undefined;
  let checking: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const read = async (): Promise<number> =>
    records ? agreeOnShards(client, shards) : ((await readRecordedShards(client)) ?? shards);
  const check = async (): Promise<void> => {
    clearTimeout(timer);
    // `ready` calls it again; until then a command would only join those that wait.
    if (client.status !== 'ready') return;
    const before = recorded;
    try {
      recorded = await withTimeout(read(), READ_MS);
    } catch {
      // The connection reports its own loss. What was recorded last stays in force.
    }
    if (recorded !== before && recorded !== undefined && recorded !== shards) {
      logger?.error({ shards, recorded }, conflictText(shards, recorded));
    }
    if (!stopped) timer = setTimeout(again, recorded === undefined ? RETRY_MS : CHECK_MS).unref();
  };
  const again = (): void => {
    checking ??= check().finally(() => (checking = undefined));
  };
  client.on('ready', again);
  again();
  const conflict = (): string | undefined =>
    recorded === undefined || recorded === shards ? undefined : conflictText(shards, recorded);
  return {
    start: async () => {
      for (const deadline = performance.now() + START_MS; recorded === undefined && performance.now() < deadline;) {
        await delay(10);
      }
      const problem = conflict();
      if (problem !== undefined) throw new ConfigError(problem);
    },
    stop: () => {
      stopped = true;
      clearTimeout(timer);
      client.off('ready', again);
    },
    isAgreed: () => recorded === shards,
    conflict,
  };
}

const conflictText = (shards: number, recorded: number): string =>
  `QUEUE_SHARDS=${shards}: the queues in this Redis have ${recorded} shards. Set QUEUE_SHARDS=${recorded} for every process; to change the number, use sluice shards set (docs/operations.md)`;

/** Starts a part; if that fails, stops it: a part that did not start is not stopped by those who composed it. */
export async function startOr(start: () => Promise<void>, stop: () => Promise<void>): Promise<void> {
  try {
    await start();
  } catch (error) {
    await stop();
    throw error;
  }
}
