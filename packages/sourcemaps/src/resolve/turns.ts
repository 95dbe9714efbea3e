import { setImmediate } from 'node:timers/promises';

/** Milliseconds of the processor that work takes at a time. */
const TURN_MS = 10;

/** Turns of work that others wait behind: `if (turns.isOver()) await turns.next()`. */
export interface Turns {
  /** Whether the time slice is used up, or the caller has stopped waiting. */
  readonly isOver: () => boolean;
  /** Yields to the event loop. Rejects with the signal's reason if the caller has stopped waiting. */
  readonly next: () => Promise<void>;
}

/**
 * Begins a turn of ten milliseconds.
 * @param signal aborted when the caller has stopped waiting
 * @param now milliseconds
 */
export function startTurns(signal: AbortSignal | undefined, now: () => number = () => performance.now()): Turns {
  let since = now();
  return {
    isOver: () => signal?.aborted === true || now() - since >= TURN_MS,
    next: async () => {
      signal?.throwIfAborted();
      await setImmediate();
      signal?.throwIfAborted();
      since = now();
    },
  };
}
