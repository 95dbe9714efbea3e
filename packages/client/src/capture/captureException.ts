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
  readonly contexts?: Readonly<Contexts>;
  /** What is grouped together, instead of what the server finds alike; `{{ default }}` stands for that. */
  readonly fingerprint?: readonly string[];
}

const captured = new WeakSet();

/**
 * Reports what was thrown, of any kind. The same object is reported once, at most a hundred exceptions at once and ten
 * a second after them. Without a client it does nothing. Never throws.
 */
export function captureException(error: unknown, options: ExceptionOptions = {}): void {
  const client = getClient();
  client?.guard(() => {
    if (client.isOwnError(error)) return;
    if (typeof error === 'object' && error !== null) {
      if (captured.has(error)) return;
      captured.add(error);
    }
    sendException(client, () => describeError(error), options, { error });
  });
}
