import type { SluiceEvent } from './event.js';
import type { Guard } from './guard.js';
import type { ClientOptions } from './options.js';

/** Tells the program of events that were given up on, without ever going round in circles. */
export interface Told {
  /** Calls `onError` for each of the events. */
  readonly giveUp: (error: unknown, events: readonly SluiceEvent[]) => void;
  /** `onError` is being called right now. */
  readonly isTelling: () => boolean;
  /** It is, or it was given this error. */
  readonly isOwnError: (error: unknown) => boolean;
}

export function createTold({ transportOptions }: ClientOptions, guard: Guard): Told {
  const errors = new WeakSet();
  let isTelling = false;
  return {
    giveUp: (error, events) => {
      if (error instanceof Object) errors.add(error);
      for (const event of events) {
        isTelling = true;
        guard(() => transportOptions?.onError?.(error, event));
        isTelling = false;
      }
    },
    isTelling: () => isTelling,
    isOwnError: (error) => isTelling || errors.has(error as object),
  };
}
