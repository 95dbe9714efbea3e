/** Too much waits already. */
export class TooManyWaitingError extends Error {
  override readonly name = 'TooManyWaitingError';
}

/**
 * Runs a work when it is its turn. One whose signal is aborted by then does not run: it rejects with the signal's reason
 * and takes no time of those behind it.
 */
export type Limited = <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T>;

interface Waiting {
  readonly signal: AbortSignal | undefined;
  readonly start: () => void;
  readonly giveUp: () => void;
}

/**
 * Runs at most `running` of the works given to it at once; up to `waiting` more wait for their turn, in order. Rejects
 * with {@link TooManyWaitingError}, at once, where that many wait: those that were given up do not count.
 */
export function limitParallel(running: number, waiting: number): Limited {
  let queue: Waiting[] = [];
  let underWay = 0;
  const finish = (): void => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      if (next.signal?.aborted !== true) {
        next.start();
        return;
      }
      next.giveUp();
    }
    underWay--;
  };
  const dropGivenUp = (): void => {
    const given = queue.filter(({ signal }) => signal?.aborted === true);
    if (given.length === 0) return;
    queue = queue.filter(({ signal }) => signal?.aborted !== true);
    for (const { giveUp } of given) giveUp();
  };
  const turn = (signal: AbortSignal | undefined): Promise<void> => {
    if (queue.length >= waiting) dropGivenUp();
    if (queue.length >= waiting) throw new TooManyWaitingError('too many source maps wait to be read');
    return new Promise<void>((resolve, reject) => {
      queue.push({ signal, start: resolve, giveUp: () => reject(signal?.reason as Error) });
    });
  };
  return async (work, signal) => {
    signal?.throwIfAborted();
    if (underWay < running) underWay++;
    else await turn(signal);
    try {
      return await work();
    } finally {
      finish();
    }
  };
}
