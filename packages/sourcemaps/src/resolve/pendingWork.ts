import { withTimeout } from '@sluice/runtime';

/** Work whose caller may have stopped waiting. */
export interface PendingWork {
  /** Tracks work until it ends; its failure is handled by the caller. */
  readonly add: <T>(work: Promise<T>) => Promise<T>;
  /** Resolves when no work is pending, or after `withinMs`: a hanging store does not block the stop. */
  readonly settled: (withinMs: number) => Promise<void>;
}

/** Tracks pending work, so that a stop can wait for it. */
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
