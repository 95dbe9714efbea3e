import type { SluiceEvent } from './event.js';
import type { Guard } from './guard.js';
import type { ClientOptions } from './options.js';

/** Tells the program of events that were given up on, without ever going round in circles. */
export interface Telling {
  /** Calls `onError` for each of the events. */
  readonly giveUp: (error: unknown, events: readonly SluiceEvent[]) => void;
  /** `onError` is being called right now. */
  readonly isTelling: () => boolean;
  /** It is, or it was given this error. */
  readonly isOwnError: (error: unknown) => boolean;
}

export function createTelling(options: ClientOptions, guard: Guard): Telling {
  const told = new WeakSet();
  const onError = options.transportOptions?.onError;
  let isTelling = false;
  const isObject = (error: unknown): error is object => typeof error === 'object' && error !== null;
  return {
    giveUp: (error, events) => {
      if (isObject(error)) told.add(error);
      if (onError === undefined) return;
      for (const event of events) {
        isTelling = true;
        guard(() => onError(error, event));
        isTelling = false;
      }
    },
    isTelling: () => isTelling,
    isOwnError: (error) => isTelling || (isObject(error) && told.has(error)),
  };
}
