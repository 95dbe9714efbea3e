import type { Logger } from '@sluice/runtime';

/** How long a failure must not recur before it counts as over, in milliseconds. */
const QUIET_MS = 10_000;

interface Failure {
  readonly sinceMs: number;
  readonly timer: NodeJS.Timeout;
  lastMs: number;
  times: number;
}

/**
 * Returns a function that logs a failure when it begins, and how often it occurred once it has not recurred for ten seconds.
 * Some errors occur thousands of times a second. Failures are the same if their message and the kind of their error are.
 */
export function createRepeatedWarn(logger: Logger): (message: string, err: Error, details?: () => object) => void {
  const failures = new Map<string, Failure>();
  return (message, err, details) => {
    const key = `${message} ${kindOf(err)}`;
    const nowMs = performance.now();
    const known = failures.get(key);
    if (known !== undefined) {
      known.times += 1;
      known.lastMs = nowMs;
      known.timer.refresh();
      return;
    }
    logger.warn({ err, ...details?.() }, message);
    const end = (): void => {
      failures.delete(key);
      const { times, sinceMs, lastMs } = failure;
      if (times > 1) logger.info({ failure: message, times, lastedMs: Math.round(lastMs - sinceMs) }, 'failure ended');
    };
    const failure: Failure = { sinceMs: nowMs, lastMs: nowMs, times: 1, timer: setTimeout(end, QUIET_MS).unref() };
    failures.set(key, failure);
  };
}

/** Messages contain ids, but errors of Redis begin with a code, such as `OOM`. */
function kindOf(error: Error): string {
  const { code } = error as { readonly code?: unknown };
  return `${error.name} ${typeof code === 'string' ? code : (/^[A-Z]+(?= )/.exec(error.message)?.[0] ?? '')}`;
}
