import { setMaxListeners } from 'node:events';
import { createFairShares, type FairLimits } from './fairShares.js';

/** Limits how much work runs at the same time, with a fair share for each tenant; see {@link FairLimits}. */
export interface FairSemaphore {
  /**
   * Runs `work` with a permit of `tenant` and settles as it does.
   * @throws SemaphoreBusyError if the queue is full or the wait was too long; the signal's reason if it is aborted
   * before the work began
   */
  readonly run: <T>(tenant: string, work: () => Promise<T>, wait?: SemaphoreWait) => Promise<T>;
  /** Whether another tenant waits for a permit. */
  readonly othersWait: (tenant: string) => boolean;
  /**
   * Returns the permits that each tenant holds beyond its share while others wait; see `excessPermits.ts`. Callers with
   * long-running work end some of it.
   */
  readonly excess: () => ReadonlyMap<string, number>;
}

/** How one piece of work waits for its permit. */
interface SemaphoreWait {
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds; 0 does not wait. The semaphore's own limit where unset. */
  readonly waitMs?: number;
}

/** Limits of a semaphore, and how long work may wait. */
export interface FairSemaphoreLimits extends FairLimits {
  /** Milliseconds; no limit where unset. */
  readonly waitMs?: number;
}

/** No permit was available in time; the work did not begin. */
export class SemaphoreBusyError extends Error {
  override readonly name = 'SemaphoreBusyError';
}

/**
 * Returns the reserve for tenants without a permit: one eighth of the permits, at least one. It keeps them from waiting
 * for long-running work of others.
 */
export const newcomerReserve = (capacity: number): number => (capacity > 1 ? Math.max(1, Math.floor(capacity / 8)) : 0);

interface Waiter {
  readonly admit: () => void;
  readonly reject: (reason: Error) => void;
}

/** Returns a semaphore with all permits free. */
export function createFairSemaphore({ waitMs: defaultWaitMs, ...limits }: FairSemaphoreLimits): FairSemaphore {
  const shares = createFairShares<Waiter>(limits);
  const admitAll = (waiters: readonly Waiter[]): void => {
    for (const waiter of waiters) waiter.admit();
  };
  const acquire = (tenant: string, { signal, waitMs = defaultWaitMs }: SemaphoreWait): Promise<void> =>
    new Promise((resolve, reject) => {
      let timer: NodeJS.Timeout | undefined;
      const settle = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
      };
      const waiter: Waiter = {
        admit: () => {
          settle();
          resolve();
        },
        reject: (reason) => {
          settle();
          reject(reason);
        },
      };
      const giveUp = (reason: Error): void => {
        waiter.reject(reason);
        admitAll(shares.cancel(tenant, waiter));
      };
      const onAbort = (): void => giveUp(signal?.reason as Error);
      const entry = shares.acquire(tenant, waiter);
      if (entry.outcome === 'granted') return waiter.admit();
      if (entry.outcome === 'refused') return waiter.reject(new SemaphoreBusyError('too much work is waiting'));
      entry.dropped?.reject(new SemaphoreBusyError('dropped from the full queue in favor of another tenant'));
      const busy = (): void => giveUp(new SemaphoreBusyError(`no permit was free within ${waitMs} ms`));
      if (waitMs === 0) return busy();
      if (signal !== undefined) {
        // One signal may abort many waiters; Node warns of a leak at more than ten listeners.
        setMaxListeners(0, signal);
        signal.addEventListener('abort', onAbort, { once: true });
      }
      if (waitMs !== undefined) timer = setTimeout(busy, waitMs);
    });
  return {
    run: async (tenant, work, wait = {}) => {
      wait.signal?.throwIfAborted();
      await acquire(tenant, wait);
      try {
        return await work();
      } finally {
        admitAll(shares.release(tenant));
      }
    },
    othersWait: shares.othersWait,
    excess: shares.excess,
  };
}
