import { AsyncLocalStorage } from 'node:async_hooks';

type Fetch = typeof globalThis.fetch;

const within = new AsyncLocalStorage<true>();
const abandons = new Set<() => void>();

/** Whether what runs now belongs to a request of the SDK, wherever it was redirected to. */
export const isOwnRequest = (): boolean => within.getStore() === true;

/** Marks requests as the SDK's own, and lets them be abandoned. */
export const asOwnRequests =
  (fetch: Fetch): Fetch =>
  (input, init) =>
    new Promise((resolve, reject) => {
      const aborter = new AbortController();
      const abandon = (): void => {
        // It never ends: nobody tries again.
        init?.signal?.removeEventListener('abort', fail);
        aborter.abort();
      };
      const fail = (): void => {
        aborter.abort();
        reject(new Error('aborted'));
      };
      init?.signal?.addEventListener('abort', fail);
      abandons.add(abandon);
      within
        .run(true, () => fetch(input, { ...init, signal: aborter.signal }))
        .finally(() => abandons.delete(abandon))
        .then(resolve, (error: Error) => aborter.signal.aborted || reject(error));
    });

/** Drops the requests under way: they would keep a process that has come to its end. */
export const abandonOwnRequests = (): void => abandons.forEach((abandon) => abandon());
