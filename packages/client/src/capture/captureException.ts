import { getClient } from '../core/client.js';
import type { Contexts, Level } from '../core/event.js';
import { describeError } from './describeError.js';
import { sendException } from './sendException.js';

export interface ExceptionOptions {
  /** `error` where it is absent. */
  readonly level?: Level;
  /** Whether the program caught it itself: `true` where it is absent. */
  readonly handled?: boolean;
  readonly tags?: Readonly<Record<string, string>>;
  readonly contexts?: Contexts;
  /** What is grouped together, instead of what the server finds alike; `{{ default }}` stands for that. */
  readonly fingerprint?: readonly string[];
  /** Milliseconds since 1970; now where it is absent. */
  readonly at?: number | undefined;
}

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
  const { isTrusted, error, reason } = Object(thrown) as Partial<Record<'isTrusted' | 'error' | 'reason', unknown>>;
  return isTrusted === undefined ? thrown : (error ?? reason ?? thrown);
}
