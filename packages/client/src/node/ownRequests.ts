import { AsyncLocalStorage } from 'node:async_hooks';

type Fetch = typeof globalThis.fetch;

const within = new AsyncLocalStorage<true>();
const underWay = new Set<AbortController>();
const abandoned = new WeakSet<AbortController>();
const waits = new Set<NodeJS.Timeout>();

/** Maximum delay of a timer. */
const LONG_MS = 2 ** 31 - 1;

/** Whether the current code belongs to a request of the SDK, including redirects. */
export const isWithinOwnRequest = (): boolean => within.getStore() === true;

/** Runs a callback whose requests belong to the SDK, including later ones. */
export const runAsOwnRequest = <T>(callback: () => T): T => within.run(true, callback);

/** Marks requests of the SDK and lets them be abandoned. */
export const markOwnRequests =
  (fetch: Fetch): Fetch =>
  async (input, init) => {
    const aborter = new AbortController();
    const abort = (): void => aborter.abort();
    init?.signal?.addEventListener('abort', abort);
    underWay.add(aborter);
    try {
      return await runAsOwnRequest(() => fetch(input, { ...init, signal: aborter.signal }));
    } catch (error) {
      // It never settles, so that there is no retry.
      if (abandoned.has(aborter)) return await new Promise<never>(() => undefined);
      throw error;
    } finally {
      underWay.delete(aborter);
    }
  };

/** Keeps the process running until a promise settles or its requests are abandoned. */
export async function keepProcessRunning(promise: Promise<void> | undefined): Promise<void> {
  const timer = setInterval(() => undefined, LONG_MS);
  waits.add(timer);
  try {
    await promise;
  } finally {
    clearInterval(timer);
    waits.delete(timer);
  }
}

/** Abandons requests in flight and everything that awaits them, so that the process can end. */
export function abandonOwnRequests(): void {
  for (const aborter of underWay) {
    abandoned.add(aborter);
    aborter.abort();
  }
  waits.forEach(clearInterval);
  waits.clear();
}
