import { AsyncLocalStorage } from 'node:async_hooks';

type Fetch = typeof globalThis.fetch;

const within = new AsyncLocalStorage<true>();
const underWay = new Set<AbortController>();
const abandoned = new WeakSet<AbortController>();

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

/** Drops the requests under way: they would keep a process that has come to its end. */
export function abandonOwnRequests(): void {
  for (const aborter of underWay) {
    abandoned.add(aborter);
    aborter.abort();
  }
}
