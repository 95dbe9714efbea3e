import type { SluiceEvent } from './event.js';
import type { Guard } from './guard.js';
import type { ClientOptions } from './options.js';
import { currentScope } from './scope.js';

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
  /** It was, or `onError` was given this error. */
  readonly isOwnError: (error: unknown) => boolean;
}

/** In contexts, of which JSON tells none: how many promises of `onError` are pending. */
const PENDING = Symbol();
type Pending = Partial<Record<symbol, number>>;

let isReport: (() => boolean) | undefined;

/** Has another one know, too, what a callback of the program's began: Node follows asynchronous calls. */
export const knowReportsBy = (other: () => boolean): void => {
  isReport = other;
};

export function createTold({ transportOptions }: ClientOptions, guard: Guard): Told {
  const errors = new WeakSet();
  let isCalling = false;
  const isTelling = (): boolean => isCalling || isReport?.() === true;
  const ask = <T>(callback: () => T): T | undefined => {
    const outer = isCalling;
    isCalling = true;
    const result = guard(callback);
    isCalling = outer;
    return result;
  };
  const tell = (error: unknown, event: SluiceEvent): void => {
    const result: unknown = ask(() => transportOptions?.onError?.(error, event));
    if (isReport || !(result instanceof Promise)) return;
    const contexts: Pending = currentScope().contexts;
    const count = (by: number): void => {
      contexts[PENDING] = (contexts[PENDING] ?? 0) + by;
    };
    count(1);
    void result.then(() => count(-1));
  };
  return {
    giveUp: (error, events) => {
      if (error instanceof Object) errors.add(error);
      for (const event of events) if (!(event.contexts as Pending | undefined)?.[PENDING]) tell(error, event);
    },
    ask,
    isTelling,
    isOwnError: (error) => isTelling() || errors.has(error as object),
  };
}
