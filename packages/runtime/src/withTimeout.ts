/** Work did not settle in time; it may still be in progress. */
export class TimeoutError extends Error {
  override readonly name = 'TimeoutError';
}

/**
 * Settles as `work` does, if it does so within `ms` milliseconds. The work itself goes on; its later rejection is handled.
 * @throws TimeoutError
 */
export async function withTimeout<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TimeoutError(`no result within ${Math.round(ms)} ms`)), Math.max(0, ms));
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
