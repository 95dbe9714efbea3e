import { getClient } from '../core/client.js';
import { known } from '../core/told.js';
import { describeError } from './describeError.js';
import type { ExceptionOptions } from './exceptionOptions.js';
import { sendException } from './sendException.js';

export type { ExceptionOptions };

/**
 * Reports what was thrown, of any kind; of an `ErrorEvent` or a `PromiseRejectionEvent` the error that it tells of. The
 * same object is reported once; too many in a short time are dropped and counted. The breadcrumbs of the scope go
 * with it. Without a client it does nothing. Never throws.
 */
export function captureException(thrown: unknown, options: ExceptionOptions = {}): void {
  const client = getClient();
  client?.guard(() => {
    const error = client.guard(() => errorOf(thrown)) ?? thrown;
    if (known.has(error as object)) return;
    if (Object(error) === error) known.add(error as object);
    sendException(client, () => describeError(error), options, { error });
  });
}

/** The error that an event of the browser reports. */
function errorOf(thrown: unknown): unknown {
  const { isTrusted, error, reason } = Object(thrown) as Partial<Record<'isTrusted' | 'error' | 'reason', unknown>>;
  return isTrusted === undefined ? undefined : (error ?? reason);
}
