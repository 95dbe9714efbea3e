import type { Logger } from '@sluice/runtime';

const WINDOW_MS = 10_000;

/** Returns a function that logs each message at most once in ten seconds: some errors occur thousands of times a second. */
export function createThrottledWarn(
  logger: Logger,
): (message: string, details: { err: Error; job?: string | undefined }) => void {
  const loggedAt = new Map<string, number>();
  return (message, details) => {
    const now = performance.now();
    if (now - (loggedAt.get(message) ?? -Infinity) < WINDOW_MS) return;
    loggedAt.set(message, now);
    logger.warn(details, message);
  };
}
