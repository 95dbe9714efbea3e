/** A line that admits a few at a time. */
export interface Turns {
  /**
   * Runs `work` when it is its turn, and rejects as it does. Rejects with {@link NoTurnError} at once where the line is
   * full, and when `leaves` is aborted before the turn came; afterwards that is the work's own affair.
   */
  take<Result>(work: () => Promise<Result>, leaves: AbortSignal): Promise<Result>;
}

/** There was no turn; the work was not begun. */
export class NoTurnError extends Error {
  override readonly name = 'NoTurnError';
}

/** @param atOnce how many run; @param waiting how many more may stand in line, served in order */
export function createTurns(atOnce: number, waiting: number): Turns {
  const line = new Set<() => void>();
  let running = 0;

  const leave = (): void => {
    const [next] = line;
    if (next === undefined) running -= 1;
    else next();
  };

  const stand = (leaves: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const admit = (): void => {
        line.delete(admit);
        leaves.removeEventListener('abort', giveUp);
        resolve();
      };
      const giveUp = (): void => {
        line.delete(admit);
        reject(new NoTurnError('left the line before its turn'));
      };
      line.add(admit);
      leaves.addEventListener('abort', giveUp, { once: true });
    });

  const enter = (leaves: AbortSignal): Promise<void> => {
    if (leaves.aborted) return Promise.reject(new NoTurnError('left the line before its turn'));
    if (running < atOnce) {
      running += 1;
      return Promise.resolve();
    }
    return line.size < waiting ? stand(leaves) : Promise.reject(new NoTurnError('the line is full'));
  };

  return {
    take: async (work, leaves) => {
      await enter(leaves);
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}
