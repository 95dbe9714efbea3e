/** Measures the time during which at least one operation is running. */
export interface Stopwatch {
  /** Runs the work and passes it the milliseconds measured so far. */
  during<Result>(work: (spentMs: number) => Promise<Result>): Promise<Result>;
}

/** Creates a {@link Stopwatch} at 0. @param now monotonic clock in milliseconds */
export function createStopwatch(now: () => number = () => performance.now()): Stopwatch {
  let spent = 0;
  let underWay = 0;
  let since = 0;
  const read = (): number => spent + (underWay > 0 ? now() - since : 0);
  return {
    async during(work) {
      const before = read();
      if (underWay === 0) since = now();
      underWay += 1;
      try {
        return await work(before);
      } finally {
        spent = underWay === 1 ? read() : spent;
        underWay -= 1;
      }
    },
  };
}
