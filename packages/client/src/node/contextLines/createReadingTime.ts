/** Milliseconds per second of the process, because reading blocks the program. */
const MOST_MS = 20;
const SECOND_MS = 1_000;

/** Time budget for reading files. */
export interface ReadingTime {
  /** Whether time is left in the current second. */
  isLeft(): boolean;
  /** Measures a callback and returns its result. The last callback of a second may exceed the budget. */
  spend<T>(callback: () => T): T;
}

/** @param now monotonic clock in milliseconds */
export function createReadingTime(now = (): number => performance.now()): ReadingTime {
  let [began, spent] = [-Infinity, 0];
  return {
    isLeft: () => {
      if (now() - began >= SECOND_MS) [began, spent] = [now(), 0];
      return spent < MOST_MS;
    },
    spend: (callback) => {
      const start = now();
      try {
        return callback();
      } finally {
        spent += now() - start;
      }
    },
  };
}
