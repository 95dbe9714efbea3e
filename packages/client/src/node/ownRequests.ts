import { AsyncLocalStorage } from 'node:async_hooks';

type Fetch = typeof globalThis.fetch;

const within = new AsyncLocalStorage<true>();
const underWay = new Set<AbortController>();
const abandoned = new WeakSet<AbortController>();
const waits = new Set<NodeJS.Timeout>();

/** The longest that a timer can run. */
const LONG_MS = 2 ** 31 - 1;

/** Whether what runs now belongs to a request of the SDK, wherever it was redirected to. */
export const isWithinOwn = (): boolean => within.getStore() === true;

/** Runs a callback whose requests are the SDK's own, whenever it makes them. */
export const asOwn = <T>(callback: () => T): T => within.run(true, callback);

/** Marks requests as the SDK's own, and lets them be abandoned. */
export const asOwnRequests =
  (fetch: Fetch): Fetch =>
  async (input, init) => {
    const aborter = new AbortController();
    const abort = (): void => aborter.abort();
    init?.signal?.addEventListener('abort', abort);
    underWay.add(aborter);
    try {
      return await asOwn(() => fetch(input, { ...init, signal: aborter.signal }));
    } catch (error) {
      // It never ends, so that nobody tries again.
      if (abandoned.has(aborter)) return await new Promise<never>(() => undefined);
      throw error;
    } finally {
      underWay.delete(aborter);
    }
  };

/** Keeps the process running until a promise is settled, or its requests are abandoned: they themselves do not. */
export async function keepProcess(promise: Promise<void> | undefined): Promise<void> {
  const timer = setInterval(() => undefined, LONG_MS);
  waits.add(timer);
  try {
    await promise;
  } finally {
    clearInterval(timer);
    waits.delete(timer);
  }
}

/** Drops the requests under way, and who waits for them: a process that has come to its end goes without them. */
export function abandonOwnRequests(): void {
  for (const aborter of underWay) {
    abandoned.add(aborter);
    aborter.abort();
  }
  waits.forEach(clearInterval);
  waits.clear();
}
