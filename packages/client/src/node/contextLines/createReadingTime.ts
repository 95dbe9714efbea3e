/** Milliseconds in each second of a process; the program waits meanwhile. */
const MOST_MS = 20;
const SECOND_MS = 1_000;

/** The time that a process may spend on reading files. */
export interface ReadingTime {
  /** Whether any is left of the current second. */
  isLeft(): boolean;
  /** Counts how long a callback takes, and returns its result. The last one of a second may take longer than is left. */
  spend<T>(callback: () => T): T;
}

/** @param now milliseconds, of a clock that is never put back */
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
