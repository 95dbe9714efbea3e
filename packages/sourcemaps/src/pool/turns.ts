/** A line that admits a few at a time. */
export interface Turns {
  /** Runs `work` when it is its turn; `undefined` at once where the line is full. Rejects as `work` does. */
  take<Result>(work: () => Promise<Result>): Promise<Result> | undefined;
}

/** @param atOnce how many run; @param waiting how many more may stand in line, served in order */
export function createTurns(atOnce: number, waiting: number): Turns {
  const line: (() => void)[] = [];
  let running = 0;

  const leave = (): void => {
    const next = line.shift();
    if (next === undefined) running -= 1;
    else next();
  };

  const enter = (): Promise<void> | undefined => {
    if (running < atOnce) {
      running += 1;
      return Promise.resolve();
    }
    return line.length < waiting ? new Promise((resolve) => line.push(resolve)) : undefined;
  };

  return {
    take: (work) => enter()?.then(work).finally(leave),
  };
}
