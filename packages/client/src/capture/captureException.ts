import { getClient } from '../core/client.js';
import { describeError } from './describeError.js';
import type { ExceptionOptions } from './exceptionOptions.js';
import { sendException } from './sendException.js';

export type { ExceptionOptions };

const captured = new WeakSet();

/**
 * Reports what was thrown, of any kind; of an `ErrorEvent` or a `PromiseRejectionEvent` the error that it tells of. The
 * same object is reported once; of all at most a hundred at once and ten a second after them. The breadcrumbs of the scope go
 * with it. Without a client it does nothing. Never throws.
 */
export function captureException(thrown: unknown, options: ExceptionOptions = {}): void {
  const client = getClient();
  client?.guard(() => {
    const error = unwrapped(thrown);
    if (client.isOwnError(error)) return;
    if (typeof error === 'object' && error !== null) {
      if (captured.has(error)) return;
      captured.add(error);
    }
    sendException(client, () => describeError(error), options, { error });
  });
}

function unwrapped(thrown: unknown): unknown {
  try {
    const { isTrusted, error, reason } = Object(thrown) as Partial<Record<'isTrusted' | 'error' | 'reason', unknown>>;
    return isTrusted === undefined ? thrown : (error ?? reason ?? thrown);
  } catch {
    return thrown;
  }
}
