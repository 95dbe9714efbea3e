import type { Client, Integration } from '../../core/client.js';
import { flushWithin, LAST_FLUSH_MS } from '../flushWithin.js';
import { abandonOwnRequests } from '../ownRequests.js';
import { markAsReporter, isListenedTo } from '../reporters.js';

export interface FlushOnExitOptions {
  /**
   * Also flushes on SIGTERM and SIGINT if no other listener handles them; the process then ends by that signal after the
   * flush. Default `false`.
   */
  readonly signals?: boolean;
  /** Milliseconds that the process waits for events to be sent; default 2,000. */
  readonly flushMs?: number;
}

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

/**
 * Sends buffered events when the program ends, except by `process.exit`: call `await close()` before it. The SDK keeps no process
 * running longer than `flushMs`; pending requests are then abandoned. Two exceptions: a DNS lookup, which cannot be aborted, and
 * a `flush` or `close` that the program awaits.
 */
export const flushOnExit = ({ signals = false, flushMs = LAST_FLUSH_MS }: FlushOnExitOptions = {}): Integration => ({
  name: 'flushOnExit',
  setup: (client) => {
    const stops = [listenToEnd(client, flushMs), ...(signals ? [listenToSignals(client, flushMs)] : [])];
    return () => stops.forEach((stop) => stop());
  },
});

function listenToEnd(client: Client, flushMs: number): () => void {
  // Flushing keeps the event loop busy, after which `beforeExit` is emitted again.
  let hasNews = false;
  const forgetNews = client.onCapture(() => {
    hasNews = true;
  });
  const flush = (): void => {
    if (!hasNews) return;
    hasNews = false;
    void flushWithin(client, flushMs).then((isDone) => isDone || abandonOwnRequests());
  };
  process.on('beforeExit', flush);
  return () => {
    forgetNews();
    process.off('beforeExit', flush);
  };
}

function listenToSignals(client: Client, flushMs: number): () => void {
  let isEnding = false;
  const listener = markAsReporter((signal: NodeJS.Signals): void => {
    const isHandled = isListenedTo(signal);
    const die = (): void => {
      stop();
      process.kill(process.pid, signal);
    };
    if (isHandled) client.leave();
    else if (isEnding) die();
    else void flushWithin(client, flushMs).then(die);
    isEnding ||= !isHandled;
  });
  const stop = (): void => SIGNALS.forEach((signal) => process.off(signal, listener));
  for (const signal of SIGNALS) process.on(signal, listener);
  return stop;
}
