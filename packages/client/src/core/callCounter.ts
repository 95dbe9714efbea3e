import type { Guard } from './guard.js';

/** Counts nested guarded calls. */
export interface CallCounter {
  readonly run: <T>(callback: () => T, failed?: () => void) => T | undefined;
  /** Whether a call is running. */
  readonly isRunning: () => boolean;
}

export function createCallCounter(guard: Guard | CallCounter['run']): CallCounter {
  let running = 0;
  return {
    run: (callback, failed) => {
      running++;
      const result = guard(callback, failed);
      running--;
      return result;
    },
    isRunning: () => running > 0,
  };
}
