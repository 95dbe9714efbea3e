import { createCallCounter, type RunCall } from './callCounter.js';
import { createLimit } from './createLimit.js';
import type { SluiceEvent } from './event.js';
import type { Guard } from './guard.js';
import type { ClientOptions } from './options.js';

/** Reports lost events to the program, without recursion. */
export type LossReporter = readonly [
  /**
   * Calls `onError` for each event; in a page not for events captured while a promise of `onError` is pending: they may be its
   * own, and would recurse indefinitely while the server is unavailable. They are sent, and counted if lost. A promise that
   * never settles silences `onError` for later events. In a page any lost event may be a report of an
   * earlier call, whatever started the code that captured it: `onError` is called for 100 events at once, then for one in ten seconds.
   */
  giveUp: (error: unknown, events: readonly SluiceEvent[]) => void,
  /** Runs a callback of the program, guarded. Events that it captures are dropped to prevent recursion. */
  ask: RunCall,
  /** Whether the current code was started by such a callback: in a page until it returns or by a timer, in Node also otherwise. */
  isTelling: () => boolean,
  /** Records a sent event, which may be a report of an earlier call of `onError`. */
  note: (event: SluiceEvent) => void,
];

/** Errors that are not reported again, because they were reported or passed to `onError`. */
export const reportedErrors = new WeakSet();

let isReport: (() => boolean) | undefined;

/** Replaces the tracking of callbacks; Node follows asynchronous calls. */
export const trackReportsWith = (other: () => boolean): void => {
  isReport = other;
};

export function createLossReporter({ transportOptions }: ClientOptions, guard: Guard): LossReporter {
  const [ask, , isAsking] = createCallCounter(guard, !isReport);
  const [, hold, isWaiting] = createCallCounter(guard);
  const mayTell = createLimit(100, 10_000);
  const silent = new WeakSet<SluiceEvent>();
  return [
    (error, events) => {
      reportedErrors.add(error as object);
      for (const event of events) {
        const result: unknown =
          silent.has(event) || !(isReport || mayTell()) || ask(() => transportOptions?.onError?.(error, event));
        if (!isReport) void hold(result);
      }
    },
    ask,
    () => isAsking() || !!isReport?.(),
    (event) => {
      if (isWaiting()) silent.add(event);
    },
  ];
}
