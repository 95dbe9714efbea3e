import type { Guard } from './guard.js';

/** Counts nested guarded calls. */
export interface CallCounter {
  readonly run: <T>(callback: () => T, failed?: () => void) => T | undefined;
  /** Whether a call is running, or a timer that it started. */
  readonly isRunning: () => boolean;
}

/** @param followsTimers whether timers belong to the call that starts them; Node follows all that is asynchronous by itself */
export function createCallCounter(guard: Guard | CallCounter['run'], followsTimers: () => boolean): CallCounter {
  let running = 0;
  const count = <T>(callback: () => T): T => {
    running++;
    try {
      return followsTimers() ? withTimers(callback, count) : callback();
    } finally {
      running--;
    }
  };
  return {
    run: (callback, failed) => guard(() => count(callback), failed),
    isRunning: () => running > 0,
  };
}

type Run = <T>(callback: () => T) => T;

/** Runs a callback and, later, the timers that it starts. */
function withTimers<T>(callback: () => T, run: Run): T {
  const { setTimeout: original } = globalThis;
  const start = ((task: () => unknown, ...rest: []) =>
    original((...all: []) => run(() => task(...all)), ...rest)) as typeof setTimeout;
  globalThis.setTimeout = start;
  try {
    return callback();
  } finally {
    if (globalThis.setTimeout === start) globalThis.setTimeout = original;
  }
}
