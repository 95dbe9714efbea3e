import type { Logger } from '@sluice/runtime';

/** Runs parts of a task; `onFailure` names the part that failed. */
type Run<T> = (onFailure: (part: string, error: unknown) => void) => Promise<T>;

/**
 * Returns a function that runs a task of several parts, and logs when a part starts to fail and when it succeeds again, not each
 * failure, because the task is repeated every few seconds.
 * @param what a part: `evaluation`
 */
export function failureLog(logger: Logger, what: string): <T>(run: Run<T>) => Promise<T> {
  let failing: ReadonlySet<string> = new Set();
  const settle = (failed: ReadonlySet<string>): void => {
    for (const part of failing) if (!failed.has(part)) logger.info({ part }, `${what} succeeded again`);
    failing = failed;
  };
  return async (run) => {
    const failed = new Set<string>();
    const onFailure = (part: string, error: unknown): void => {
      if (!failing.has(part) && !failed.has(part))
        logger.warn({ err: error, part }, `${what} failed; the next pass repeats it`);
      failed.add(part);
    };
    try {
      const result = await run(onFailure);
      settle(failed);
      return result;
    } catch (error) {
      // Without a failed part, the task failed before it came to them.
      if (failed.size > 0) settle(failed);
      throw error;
    }
  };
}
