import { ApiError } from '../apiError.js';

/** How much may go on at once. */
export interface GateLimits {
  /** Pieces of work at the same time. */
  readonly atOnce: number;
  /** Pieces that wait for their turn; more are refused at once. */
  readonly waiting: number;
  /** Milliseconds that one may wait. */
  readonly waitMs: number;
}

/** Lets so much work through at a time; the rest waits its turn or gets a 503 `busy`. */
export interface Gate {
  readonly pass: <T>(work: () => Promise<T>) => Promise<T>;
}

const busy = (): ApiError =>
  new ApiError(503, 'busy', 'Too many requests are being answered at once; try again in a moment.', {
    'retry-after': '1',
  });

/** A {@link Gate}: first come, first served; whoever gives up waiting leaves the queue. */
export function createGate({ atOnce, waiting, waitMs }: GateLimits): Gate {
  let under = 0;
  const queue = new Set<() => void>();
  const enter = (): Promise<void> => {
    if (under < atOnce) {
      under += 1;
      return Promise.resolve();
    }
    if (queue.size >= waiting) return Promise.reject(busy());
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        queue.delete(go);
        reject(busy());
      }, waitMs);
      const go = (): void => {
        clearTimeout(timer);
        queue.delete(go);
        resolve();
      };
      queue.add(go);
    });
  };
  const leave = (): void => {
    const [next] = queue;
    // The place is handed on, so that nobody who comes now gets in between.
    if (next === undefined) under -= 1;
    else next();
  };
  return {
    pass: async (work) => {
      await enter();
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}
