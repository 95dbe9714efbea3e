import type { Guard } from './guard.js';

/** What a platform may do for them, see `Platform`. */
interface Owner {
  readonly asOwn?: <T>(callback: () => T) => T;
}

/** Calls of the transport: what it asks meanwhile is not the program's. */
interface OwnCalls {
  /** Runs a callback, guarded. */
  readonly asOwn: <T>(callback: () => T, failed?: () => void) => T | undefined;
  /** One runs right now. */
  readonly isSending: () => boolean;
}

export function createOwnCalls({ asOwn = (callback) => callback() }: Owner, guard: Guard): OwnCalls {
  let depth = 0;
  return {
    asOwn: (callback, failed) => {
      depth++;
      const result = guard(() => asOwn(callback), failed);
      depth--;
      return result;
    },
    isSending: () => depth > 0,
  };
}
