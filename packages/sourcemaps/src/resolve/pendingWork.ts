import { withTimeout } from '@sluice/runtime';

/** Work whose caller may have stopped waiting. */
export interface PendingWork {
  /** Remembers work until it ends; its failure stays the caller's. */
  readonly add: <T>(work: Promise<T>) => Promise<T>;
  /** Resolves when nothing is under way, or `withinMs` later: a store that hangs does not block the stop. */
  readonly settled: (withinMs: number) => Promise<void>;
}

/** Remembers what is under way, so that a stop can wait for it. */
export function createPendingWork(): PendingWork {
  const pending = new Set<Promise<unknown>>();
  return {
    add: (work) => {
      const ended = work.then(
        () => undefined,
        () => undefined,
      );
      pending.add(ended);
      void ended.then(() => pending.delete(ended));
      return work;
    },
    settled: async (withinMs) => {
      const ended = (async (): Promise<void> => {
        while (pending.size > 0) await Promise.all(pending);
      })();
      await withTimeout(ended, withinMs).catch(() => undefined);
    },
  };
}
