import type { Guard } from './guard.js';

/** Counts nested guarded calls. */
export interface Counted {
  readonly run: <T>(callback: () => T, failed?: () => void) => T | undefined;
  /** Whether a call is running. */
  readonly isRunning: () => boolean;
}

export function createCounted(guard: Guard | Counted['run']): Counted {
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
