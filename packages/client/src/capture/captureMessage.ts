import { getClient } from '../core/client.js';
import { normalize } from '../core/normalize.js';
import { textOf } from '../core/textOf.js';
import type { ExceptionOptions } from './exceptionOptions.js';
import { sendException } from './sendException.js';

/**
 * Reports something in words. `fatal` and `error` ask for somebody's attention: they are exceptions of the type `Message`,
 * without frames, so that the server groups them by their words (those of a wrapper around this function would make one
 * issue of all). Every other level is a log: it costs no quota of errors and opens no issue. `info` where none is given.
 * Without a client it does nothing. Never throws.
 */
export function captureMessage(message: string, options: ExceptionOptions = {}): void {
  const client = getClient();
  client?.guard(() => {
    const { level = 'info' } = options;
    // A program in JavaScript may give anything.
    const text = textOf(normalize(message));
    if (level === 'error' || level === 'fatal')
      sendException(client, () => ({ type: 'Message', message: text }), options);
    else client.capture('log', { level, message: text }, options);
  });
}
