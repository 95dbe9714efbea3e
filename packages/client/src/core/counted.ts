import type { Guard } from './guard.js';

/** Calls that are guarded, and known while they run. */
export interface Counted {
  readonly run: <T>(callback: () => T, failed?: () => void) => T | undefined;
  /** Whether one of them has not returned yet. */
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
