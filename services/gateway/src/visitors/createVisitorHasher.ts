import { HOUR_MS, DAY_MS } from '@sluice/contract';
import type { VisitorKeys } from '@sluice/redis';
import { periodicTask, withTimeout, type Clock, type Component, type Logger } from '@sluice/runtime';
import { createHmac, randomBytes } from 'node:crypto';

/** Hashes addresses of visitors with a key of the day, for projects that do not store addresses in full (decision 0139). */
export interface VisitorHasher extends Component {
  /** Returns a hash of an address, which changes at each UTC day. @param atMs milliseconds since 1970 */
  readonly visitorOf: (address: string, atMs: number) => string;
}

/** Dependencies of a visitor hasher. */
export interface VisitorHasherDeps {
  readonly keys: VisitorKeys;
  readonly clock: Clock;
  readonly logger: Logger;
}

const KEY_BYTES = 32;
/** Enough to rule out collisions on a day. */
const HASH_BYTES = 16;
const PERIOD_MS = 60_000;
/** Longest wait for Redis at the start. Meanwhile, and during an outage, a day without a key gets one of this process. */
const START_MS = 1_000;
/** How long Redis has a key after its day: clocks of gateways differ. */
const GRACE_MS = HOUR_MS;

/**
 * Returns a hasher whose keys all gateways share through Redis. Every minute, it offers its keys of today and tomorrow to
 * Redis and adopts those that are there, so that a Redis that lost its data gets the key of the day back. Keys of past days
 * are forgotten; then no hash can be traced back to an address.
 */
export function createVisitorHasher({ keys, clock, logger }: VisitorHasherDeps): VisitorHasher {
  const known = new Map<string, Buffer>();
  const keyOf = (day: string): Buffer => {
    let key = known.get(day);
    if (key === undefined) known.set(day, (key = randomBytes(KEY_BYTES)));
    return key;
  };
  const agree = async (): Promise<void> => {
    const today = clock() - (clock() % DAY_MS);
    // An hour late, for batches that arrived before midnight.
    const oldest = dayOf(clock() - GRACE_MS);
    for (const day of known.keys()) if (day < oldest) known.delete(day);
    for (const startMs of [today, today + DAY_MS]) {
      const day = dayOf(startMs);
      known.set(day, await keys.agree(day, keyOf(day), startMs + DAY_MS + GRACE_MS - clock()));
    }
  };
  const regular = periodicTask('keys of visitors', PERIOD_MS, logger, agree);
  return {
    visitorOf: (address, atMs) =>
      createHmac('sha256', keyOf(dayOf(atMs)))
        .update(address)
        .digest()
        .subarray(0, HASH_BYTES)
        .toString('base64url'),
    start: async () => {
      await withTimeout(agree(), START_MS).catch(() => undefined);
      await regular.start();
    },
    stop: regular.stop,
  };
}

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
