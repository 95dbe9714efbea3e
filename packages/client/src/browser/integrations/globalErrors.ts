import { captureException } from '../../capture/captureException.js';
import { sendException } from '../../capture/sendException.js';
import type { Client, Integration } from '../../core/client.js';
import { all } from '../hooks/all.js';
import { listen } from '../hooks/listen.js';
import { withoutQuery } from '../pageAddress.js';

/** Errors without information from cross-origin scripts, and harmless ones. */
const SAYS_NOTHING = /^Script error\.?$|^ResizeObserver loop/;

/**
 * Reports uncaught errors and unhandled rejections, except errors without information (`Script error.`: add `crossorigin` to
 * the script tag) and the harmless `ResizeObserver loop`.
 */
export const globalErrors = (): Integration => ({
  name: 'globalErrors',
  setup: (client) =>
    all(
      listen(client, window, 'error', (event: ErrorEvent) => reportUncaught(client, event)),
      listen(client, window, 'unhandledrejection', (event: PromiseRejectionEvent) => reportUncaught(client, event)),
    ),
});

/** Reports an error event of the window. @param at milliseconds since 1970, if it happened earlier */
export function reportUncaught(client: Client, event: ErrorEvent | PromiseRejectionEvent, at?: number): void {
  const options = { handled: false, at };
  const { message, filename, lineno, colno } = event as ErrorEvent;
  const { error, reason = error } = event as Partial<Record<'error' | 'reason', unknown>>;
  if ('reason' in event || (reason !== undefined && reason !== null)) return captureException(reason, options);
  if (!message || SAYS_NOTHING.test(message)) return;
  const frames = filename ? [{ file: withoutQuery(filename), line: lineno, column: colno }] : [];
  sendException(client, () => ({ type: 'Error', message, frames }), options);
}
