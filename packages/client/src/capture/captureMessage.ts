import { getClient } from '../core/client.js';
import { normalize } from '../core/normalize.js';
import { textOf } from '../core/textOf.js';
import type { ExceptionOptions } from './exceptionOptions.js';
import { sendException } from './sendException.js';

/**
 * Reports a message. Levels `fatal` and `error` become exceptions of type `Message` without frames, so that the server groups
 * them by text (frames of a common wrapper would group all of them). Other levels become logs, which use no quota of errors and
 * open no issue. Default level `info`. Does nothing without a client. Never throws.
 */
export function captureMessage(message: string, options: ExceptionOptions = {}): void {
  const client = getClient();
  client?.guard(() => {
    const { level = 'info' } = options;
    // JavaScript programs may pass anything.
    const text = textOf(normalize(message));
    if (level === 'error' || level === 'fatal')
      sendException(client, () => ({ type: 'Message', message: text }), options);
    else client.capture('log', { level, message: text }, options);
  });
}
