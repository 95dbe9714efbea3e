import { captureException } from '../../capture/captureException.js';
import type { Integration } from '../../core/client.js';
import { flushWithin, LAST_FLUSH_MS } from '../flushWithin.js';
import { asReporter, isListenedTo } from '../reporters.js';

export interface UnhandledRejectionsOptions {
  /** Milliseconds that a process which ends waits for its events to be sent: 2,000. */
  readonly flushMs?: number;
}

/** How `node --unhandled-rejections` is told to let the process live. */
const IS_LENIENT = /--unhandled-rejections[= ](warn|none)\b/;

/**
 * Reports rejected promises that nothing handles. Where nobody else listens to `unhandledRejection` they then end the
 * process, as they do without the SDK, unless it was started with `--unhandled-rejections=warn` or `none`.
 */
export const unhandledRejections = ({ flushMs = LAST_FLUSH_MS }: UnhandledRejectionsOptions = {}): Integration => ({
  name: 'unhandledRejections',
  setup: (client) => {
    let isEnding = false;
    const listener = asReporter((reason: unknown): void => {
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
  // eslint-disable-next-line no-restricted-properties -- Node's own option, wherever it was given
  return IS_LENIENT.test([...process.execArgv, process.env['NODE_OPTIONS'] ?? ''].join(' '));
}

/** Nobody listens any more: Node does what it does of itself. */
const rejectToNode = (reason: unknown): void =>
  void Promise.resolve().then(() => {
    throw reason;
  });
