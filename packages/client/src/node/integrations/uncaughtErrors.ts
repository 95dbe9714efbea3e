import { captureException } from '../../capture/captureException.js';
import type { Integration } from '../../core/client.js';
import { flushWithin, LAST_FLUSH_MS } from '../flushWithin.js';
import { markAsReporter, isListenedTo } from '../reporters.js';

export interface UncaughtErrorsOptions {
  /** Milliseconds that an ending process waits for events to be sent; default 2,000. */
  readonly flushMs?: number;
}

/**
 * Reports uncaught errors, including rejections that Node treats as such, and ends the process like Node: if no other listener
 * handles `uncaughtException`, the error is printed and the exit code is 1, after the report was sent.
 */
export const uncaughtErrors = ({ flushMs = LAST_FLUSH_MS }: UncaughtErrorsOptions = {}): Integration => ({
  name: 'uncaughtErrors',
  setup: (client) => {
    let isEnding = false;
    const report = (error: unknown): void => {
      // Node's wrapper around a rejection that is not an error, which `unhandledRejections` reports. Reading a proxy may throw.
      const code = client.guard(() => (error as { code?: unknown } | undefined)?.code);
      if (code === 'ERR_UNHANDLED_REJECTION') return;
      captureException(error, { handled: false, level: isHandled() ? 'error' : 'fatal' });
    };
    const end = markAsReporter((error: unknown): void => {
      if (isEnding || isHandled()) return;
      isEnding = true;
      void nextTurn()
        .then(() => flushWithin(client, flushMs))
        .then(() => {
          stop();
          throwToNode(error);
        });
    });
    const stop = (): void => {
      process.off('uncaughtExceptionMonitor', report);
      process.off('uncaughtException', end);
    };
    process.on('uncaughtExceptionMonitor', report);
    process.on('uncaughtException', end);
    return stop;
  },
});

/** Whether another listener or a capture callback handles the error, so that the process continues. */
const isHandled = (): boolean => isListenedTo('uncaughtException') || process.hasUncaughtExceptionCaptureCallback();

/** Further errors during the flush are reported as well. */
const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/**
 * Rethrows so that Node itself ends the process. From a microtask, Node prints itself instead of this line above the error; it
 * can no longer show the line of the program once the stack was read.
 */
const throwToNode = (error: unknown): void =>
  queueMicrotask(() => {
    throw error;
  });
