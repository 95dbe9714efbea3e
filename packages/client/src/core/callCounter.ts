import type { Guard } from './guard.js';

/** Counts nested guarded calls. */
export interface CallCounter {
  readonly run: <T>(callback: () => T, failed?: () => void) => T | undefined;
  /** Counts until a promise is settled. */
  readonly hold: (promise: unknown) => Promise<void>;
  /** Whether a call is running, or a timer that it started, or a promise is held. */
  readonly isRunning: () => boolean;
}

/** @param followsTimers whether timers belong to the call that starts them; Node follows all that is asynchronous by itself */
export function createCallCounter(guard: Guard | CallCounter['run'], followsTimers = false): CallCounter {
  let running = 0;
  const count = <T>(callback: () => T): T => {
    const { setTimeout: original } = globalThis;
    const start = ((task: () => unknown, ...rest: []) =>
      original((...all: []) => count(() => task(...all)), ...rest)) as typeof setTimeout;
    running++;
    if (followsTimers) globalThis.setTimeout = start;
    try {
      return callback();
    } finally {
      running--;
      if (globalThis.setTimeout === start) globalThis.setTimeout = original;
    }
  };
  return {
    run: (callback, failed) => guard(() => count(callback), failed),
    hold: async (promise) => {
      running++;
      await guard(async () => await promise);
      running--;
    },
    isRunning: () => running > 0,
  };
}
