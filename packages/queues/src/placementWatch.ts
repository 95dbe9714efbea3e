import {
  agreeOnPlacement,
  finishChange,
  isKnownNumber,
  narrowIfDrained,
  proposeAboveFences,
  readPlacement,
  type PlacementRecord,
  type RedisClient,
} from '@sluice/redis';
import { ConfigError, withTimeout, type Logger } from '@sluice/runtime';
import { setTimeout as delay } from 'node:timers/promises';

/** What a process does with the placement besides following it. */
type PlacementRole =
  /** Records the number if none is recorded, and finishes changes. */
  | 'publisher'
  /** Finishes changes, and removes drained shards from the record. */
  | 'reader'
  /** Nothing: its connection reaches the server of one shard only. */
  | 'consumer';

/** Settings of a watch. */
export interface PlacementWatchOptions {
  readonly client: RedisClient;
  /** Number of queue shards that this process was configured with. */
  readonly shards: number;
  readonly role: PlacementRole;
  readonly logger?: Logger;
  /** Called with each new record. */
  readonly onChange?: (record: PlacementRecord) => void;
}

/**
 * Follows the placement that is recorded in Redis: whenever the connection opens, and regularly.
 *
 * | state | until | publishes |
 * |---|---|---|
 * | unknown | Redis answers | no |
 * | agreed | – | by the number that was read last |
 * | conflict | the record contains the number of this process, as current, next or earlier one | no |
 */
export interface PlacementWatch {
  /** Waits a moment for Redis. @throws ConfigError if the number of this process was never recorded */
  readonly start: () => Promise<void>;
  readonly stop: () => void;
  /** Reads the record now, because a fence refused a publish by the one that was read last. */
  readonly refresh: () => void;
  /** The record that was read last; `undefined` before the first one. */
  readonly current: () => PlacementRecord | undefined;
  readonly isAgreed: () => boolean;
  /** Why this process must not work with the queues, and what to do; `undefined` if it may, or Redis has not answered. */
  readonly conflict: () => string | undefined;
}

/** Time between two reads, and after one that failed or found an unfinished change; milliseconds. */
const CHECK_MS = 2_000;
const RETRY_MS = 200;
/** How long a start waits for Redis, and one read may take; milliseconds. */
const START_MS = 1_000;
const READ_MS = 3_000;

/** Returns a watch that begins to read at once. */
export function createPlacementWatch(options: PlacementWatchOptions): PlacementWatch {
  const { client, shards } = options;
  let current: PlacementRecord | undefined;
  let [answered, agreed, stopped, refused] = [false, false, false, false];
  let [checking, timer]: [Promise<void>?, NodeJS.Timeout?] = [];
  const use = (found: PlacementRecord | undefined): void => {
    answered = true;
    if (found === undefined || isKnownNumber(found, shards)) agreed = true;
    // A record of an earlier epoch: Redis lost its last writes, and a publisher restores them.
    if (found === undefined || found.epoch < (current?.epoch ?? 0)) return;
    const before = current;
    current = found;
    if (JSON.stringify(found) === JSON.stringify(before)) return;
    if (agreed) logChange(options, before, found);
    else options.logger?.error({ shards, recorded: found.shards }, conflictText(shards, found.shards));
    options.onChange?.(found);
  };
  const check = async (): Promise<void> => {
    clearTimeout(timer);
    // `ready` calls it again; until then a command would only join those that wait.
    if (client.status !== 'ready') return;
    let isSettled = false;
    try {
      const reading = readAs(options, current, refused);
      refused = false;
      const found = await withTimeout(reading, READ_MS);
      if (stopped) return;
      use(found);
      isSettled = current?.next === undefined;
    } catch {
      // The connection reports its own loss. What was recorded last stays in force.
    }
    if (!stopped) timer = setTimeout(again, isSettled ? CHECK_MS : RETRY_MS).unref();
  };
  const again = (): void => {
    checking ??= check().finally(() => (checking = undefined));
  };
  client.on('ready', again);
  again();
  const conflict = (): string | undefined =>
    agreed || current === undefined ? undefined : conflictText(shards, current.shards);
  return {
    start: async () => {
      for (const deadline = performance.now() + START_MS; !answered && performance.now() < deadline;) {
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
    refresh: () => {
      refused = true;
      again();
    },
    current: () => current,
    isAgreed: () => agreed && answered,
    conflict,
  };
}

function logChange(
  { shards, logger }: PlacementWatchOptions,
  before: PlacementRecord | undefined,
  found: PlacementRecord,
): void {
  if (found.shards !== (before?.shards ?? shards)) logger?.info({ placement: found }, 'queue shards changed');
  else if (before !== undefined && JSON.stringify(found.spread) !== JSON.stringify(before.spread))
    logger?.info({ placement: found }, 'spread of projects over queue shards changed');
  else if (before === undefined && found.shards !== shards)
    logger?.warn({ shards, recorded: found.shards }, staleText(shards, found.shards));
}

/** Reads the record and does what the role says. */
async function readAs(
  { client, shards, role }: PlacementWatchOptions,
  known: PlacementRecord | undefined,
  wasRefused: boolean,
): Promise<PlacementRecord | undefined> {
  if (role === 'consumer') return readPlacement(client);
  if (wasRefused) await proposeAboveFences(client);
  if (role === 'publisher') await agreeOnPlacement(client, shards, known);
  const record = await finishChange(client);
  if (role === 'publisher' || record === undefined || record.widest === record.shards) return record;
  await narrowIfDrained(client, record);
  return readPlacement(client);
}

const conflictText = (shards: number, recorded: number): string =>
  `QUEUE_SHARDS=${shards}: the queues in this Redis have ${recorded} shards. Set QUEUE_SHARDS=${recorded} for every process; to change the number, use sluice shards set (docs/operations.md)`;

const staleText = (shards: number, recorded: number): string =>
  `QUEUE_SHARDS=${shards} is the number before a change: using ${recorded} shards, as recorded in Redis. Set QUEUE_SHARDS=${recorded}`;

/** Starts a part; if that fails, stops it: a part that did not start is not stopped by those who composed it. */
export async function startOr(start: () => Promise<void>, stop: () => Promise<void>): Promise<void> {
  try {
    await start();
  } catch (error) {
    await stop();
    throw error;
  }
}
