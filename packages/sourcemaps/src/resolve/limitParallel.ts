/** Too much waits already. */
export class TooManyWaitingError extends Error {
  override readonly name = 'TooManyWaitingError';
}

/**
 * Runs at most `running` of the works given to it at once; up to `waiting` more wait for their turn, in order. Rejects
 * with {@link TooManyWaitingError}, at once, where that many wait.
 */
export function limitParallel(running: number, waiting: number): <T>(work: () => Promise<T>) => Promise<T> {
  const queue: (() => void)[] = [];
  let underWay = 0;
  const finish = (): void => {
    const next = queue.shift();
    if (next === undefined) underWay--;
    else next();
  };
  return async (work) => {
    if (underWay < running) underWay++;
    else {
      if (queue.length >= waiting) throw new TooManyWaitingError('too many source maps wait to be read');
      await new Promise<void>((resolve) => queue.push(resolve));
    }
    try {
      return await work();
    } finally {
      finish();
    }
  };
}
