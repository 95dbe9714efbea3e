import type { Guard } from './guard.js';

/** Runs a guarded call. */
export type RunCall = <T>(callback: () => T, failed?: () => void) => T | undefined;

/**
 * Counts nested guarded calls. `hold` counts until a promise is settled. `isRunning` returns whether a call is running, or a timer
 * that it started, or a promise is held. A tuple, because bundlers shorten no names of properties.
 */
export type CallCounter = readonly [run: RunCall, hold: (promise: unknown) => Promise<void>, isRunning: () => boolean];

/** @param followsTimers whether timers belong to the call that starts them; Node follows all that is asynchronous by itself */
export function createCallCounter(guard: Guard | RunCall, followsTimers = false): CallCounter {
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
  return [
    (callback, failed) => guard(() => count(callback), failed),
    async (promise) => {
      running++;
      await guard(async () => await promise);
      running--;
    },
    () => running > 0,
  ];
}
