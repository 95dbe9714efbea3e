import { getClient } from '../core/client.js';
import { reportedErrors } from '../core/lossReporter.js';
import { describeError } from './describeError.js';
import type { ExceptionOptions } from './exceptionOptions.js';
import { sendException } from './sendException.js';

export type { ExceptionOptions };

/**
 * Reports any thrown value; for an `ErrorEvent` or `PromiseRejectionEvent`, its error. The same object is reported once;
 * exceptions above the rate limit are dropped and counted. Includes the breadcrumbs of the scope. Does nothing without a
 * client. Never throws.
 */
export function captureException(thrown: unknown, options: ExceptionOptions = {}): void {
  const client = getClient();
  client?.guard(() => {
    const error = client.guard(() => errorOf(thrown)) ?? thrown;
    if (reportedErrors.has(error as object)) return;
    if (Object(error) === error) reportedErrors.add(error as object);
    sendException(client, () => describeError(error), options, { error });
  });
}

/** Returns the error of a browser event. */
function errorOf(thrown: unknown): unknown {
  const { isTrusted, error, reason } = Object(thrown) as Partial<Record<'isTrusted' | 'error' | 'reason', unknown>>;
  return isTrusted === undefined ? undefined : (error ?? reason);
}
