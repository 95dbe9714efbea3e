import { captureException } from '../../capture/captureException.js';
import type { Integration } from '../../core/client.js';
import { flushWithin, LAST_FLUSH_MS } from '../flushWithin.js';
import { markAsReporter, isListenedTo } from '../reporters.js';

export interface UnhandledRejectionsOptions {
  /** Milliseconds that an ending process waits for events to be sent; default 2,000. */
  readonly flushMs?: number;
}

/** Values of `node --unhandled-rejections` that let the process continue. */
const IS_LENIENT = /--unhandled-rejections[= ](warn|none)\b/;

/**
 * Reports unhandled rejections. If no other listener handles `unhandledRejection`, they end the process as they do without the
 * SDK, unless it was started with `--unhandled-rejections=warn` or `none`.
 */
export const unhandledRejections = ({ flushMs = LAST_FLUSH_MS }: UnhandledRejectionsOptions = {}): Integration => ({
  name: 'unhandledRejections',
  setup: (client) => {
    let isEnding = false;
    const listener = markAsReporter((reason: unknown): void => {
      const isFatal = !isLenient() && !isListenedTo('unhandledRejection');
      captureException(reason, { handled: false, level: isFatal ? 'fatal' : 'error' });
      if (isEnding || !isFatal) return;
      isEnding = true;
      void flushWithin(client, flushMs).then(() => {
        stop();
        rejectToNode(reason);
      });
    });
    const stop = (): void => void process.off('unhandledRejection', listener);
    process.on('unhandledRejection', listener);
    return stop;
  },
});

function isLenient(): boolean {
  // eslint-disable-next-line no-restricted-properties -- a Node option, which may be set in NODE_OPTIONS
  return IS_LENIENT.test([...process.execArgv, process.env['NODE_OPTIONS'] ?? ''].join(' '));
}

/** Without listeners, Node's default applies. */
const rejectToNode = (reason: unknown): void =>
  void Promise.resolve().then(() => {
    throw reason;
  });
