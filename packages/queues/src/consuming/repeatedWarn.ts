import type { Logger } from '@sluice/runtime';

/** How long a failure must not recur before it counts as over, in milliseconds. */
const QUIET_MS = 10_000;

/** How often a failure that goes on is logged again, in milliseconds. */
const REPEAT_MS = 300_000;

/** Failures that are told apart at the same time by the texts of their errors. Those beyond are the same if only the name is. */
const MOST_FAILURES = 50;

interface Failure {
  readonly sinceMs: number;
  readonly timer: NodeJS.Timeout;
  loggedMs: number;
  lastMs: number;
  times: number;
}

/**
 * Returns a function that logs a failure when it begins, every five minutes while it goes on, and how often it occurred once it has not
 * recurred for ten seconds. Some errors occur thousands of times a second. Failures are the same if their message and the kind of their
 * error are.
 */
export function createRepeatedWarn(logger: Logger): (message: string, err: Error, details?: () => object) => void {
  const failures = new Map<string, Failure>();
  const keyOf = (message: string, err: Error): string => {
    const key = `${message} ${err.name} ${kindOf(err)}`;
    return failures.has(key) || failures.size < MOST_FAILURES ? key : `${message} ${err.name}`;
  };
  return (message, err, details) => {
    const key = keyOf(message, err);
    const nowMs = performance.now();
    const known = failures.get(key);
    if (known !== undefined) {
      known.times += 1;
      known.lastMs = nowMs;
      known.timer.refresh();
      if (nowMs - known.loggedMs < REPEAT_MS) return;
      known.loggedMs = nowMs;
      logger.warn({ err, times: known.times, ...details?.() }, message);
      return;
    }
    logger.warn({ err, ...details?.() }, message);
    const end = (): void => {
      failures.delete(key);
      const { times, sinceMs, lastMs } = failure;
      if (times > 1) logger.info({ failure: message, times, lastedMs: Math.round(lastMs - sinceMs) }, 'failure ended');
    };
    const timer = setTimeout(end, QUIET_MS).unref();
    const failure: Failure = { sinceMs: nowMs, loggedMs: nowMs, lastMs: nowMs, times: 1, timer };
    failures.set(key, failure);
  };
}

/** Returns the code of an error, also one that begins its message, as `OOM` of Redis; without a code, its message without ids. */
function kindOf({ code, message }: Error & { readonly code?: unknown }): string {
  if (typeof code === 'string') return code;
  return /^[A-Z]+(?= )/.exec(message)?.[0] ?? message.slice(0, 200).replaceAll(/\S*\d\S*/g, '#');
}
