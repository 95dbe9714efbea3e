/** Measures how long something is under way, however many of it at once. */
export interface Stopwatch {
  /** Does the work; it is told the milliseconds during which works were under way before. */
  during<Result>(work: (spentMs: number) => Promise<Result>): Promise<Result>;
}

/** A {@link Stopwatch} that stands at 0. @param now milliseconds that only grow */
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
