import { captureException } from '../../capture/captureException.js';
import type { Integration } from '../../core/client.js';
import { flushWithin, LAST_FLUSH_MS } from '../flushWithin.js';
import { asReporter, isListenedTo } from '../reporters.js';

export interface UncaughtErrorsOptions {
  /** Milliseconds that a process which ends waits for its events to be sent: 2,000. */
  readonly flushMs?: number;
}

/**
 * Reports errors that nothing caught, rejections that Node treats as such included, and ends the process as Node would
 * have: where nobody else listens to `uncaughtException` the error is printed and the exit code is 1, but only when its
 * report was sent.
 */
export const uncaughtErrors = ({ flushMs = LAST_FLUSH_MS }: UncaughtErrorsOptions = {}): Integration => ({
  name: 'uncaughtErrors',
  setup: (client) => {
    let isEnding = false;
    const report = (error: unknown): void => {
      // Node's own words around what is no error: `unhandledRejections` reports that itself.
      if ((error as { code?: unknown } | undefined)?.code === 'ERR_UNHANDLED_REJECTION') return;
      captureException(error, { handled: false, level: isHandled() ? 'error' : 'fatal' });
    };
    const end = asReporter((error: unknown): void => {
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

/** Somebody else listens too, or has Node call him instead: then the process lives. */
const isHandled = (): boolean => isListenedTo('uncaughtException') || process.hasUncaughtExceptionCaptureCallback();

/** What else happens by the same failure is told of, too. */
const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/**
 * Only Node itself ends a process as Node does. From a microtask it names itself above the error, not this line; the line
 * of the program is lost to it once the error's stack was read.
 */
const throwToNode = (error: unknown): void =>
  queueMicrotask(() => {
    throw error;
  });
