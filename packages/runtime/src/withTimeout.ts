/** Work did not settle in time; it may still be in progress. */
export class TimeoutError extends Error {
  override readonly name = 'TimeoutError';
}

/**
 * Settles as `work` does, if it does so within `ms` milliseconds. The work itself goes on; its later rejection is handled.
 * @throws TimeoutError
 */
export function withTimeout<T>(work: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new TimeoutError(`no result within ${Math.round(ms)} ms`)), Math.max(0, ms));
    const clear = (): void => clearTimeout(timer);
    work.then(clear, clear);
    work.then(resolve, reject);
  });
}
