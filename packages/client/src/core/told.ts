import { createCounted } from './counted.js';
import type { SluiceEvent } from './event.js';
import type { Guard } from './guard.js';
import type { ClientOptions } from './options.js';

/** Tells the program of events that were given up on, without ever going round in circles. */
export interface Told {
  /**
   * Calls `onError` for each of the events; in a page not for those that were captured while a promise of it was pending:
   * they may be its own, and where the server is away it would report for ever. They are sent, and counted where they are
   * lost. A promise that is never settled silences `onError` for what is captured from then on.
   */
  readonly giveUp: (error: unknown, events: readonly SluiceEvent[]) => void;
  /** Asks a callback of the program's, guarded. What it reports itself is dropped: it would go round in circles. */
  readonly ask: <T>(callback: () => T) => T | undefined;
  /** What runs now was begun by such a callback: in a page until it returns, in Node however late. What it reports is dropped. */
  readonly isTelling: () => boolean;
  /** Takes note of an event that is sent: `onError` does not hear of it where a promise of it is pending. */
  readonly note: (event: SluiceEvent) => void;
}

/** Errors that are not reported any more: they were, or `onError` was given them. */
export const known = new WeakSet();

let isReport: (() => boolean) | undefined;

/** Has another one know, too, what a callback of the program's began: Node follows asynchronous calls. */
export const knowReportsBy = (other: () => boolean): void => {
  isReport = other;
};

export function createTold({ transportOptions }: ClientOptions, guard: Guard): Told {
  const { run, isRunning } = createCounted(guard);
  const silent = new WeakSet<SluiceEvent>();
  let pending = 0;
  return {
    giveUp: (error, events) => {
      known.add(error as object);
      for (const event of events) {
        const result: unknown = silent.has(event) || run(() => transportOptions?.onError?.(error, event));
        if (isReport) continue;
        pending++;
        void guard(async () => await result).finally(() => pending--);
      }
    },
    ask: run,
    isTelling: () => isRunning() || isReport?.() === true,
    note: (event) => {
      if (pending) silent.add(event);
    },
  };
}
