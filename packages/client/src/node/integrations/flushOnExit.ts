import type { Client, Integration } from '../../core/client.js';
import { flushWithin, LAST_FLUSH_MS } from '../flushWithin.js';
import { abandonOwnRequests } from '../ownRequests.js';
import { asReporter, isListenedTo } from '../reporters.js';

export interface FlushOnExitOptions {
  /**
   * Also where the process is ended by SIGTERM or SIGINT and nobody else listens to them: the process then ends by that
   * signal, a little later. `false` where it is absent.
   */
  readonly signals?: boolean;
  /** Milliseconds that the process waits for its events to be sent: 2,000. */
  readonly flushMs?: number;
}

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

/**
 * Sends what waits when the program has come to its end. Not where it calls `process.exit`: `await close()` before. The
 * SDK itself keeps no process alive longer than `flushMs`: what is under way then is abandoned. Two things take as long as
 * they take: the lookup of a host's name, which nobody can break off, and a `flush` or `close` that the program waits for.
 */
export const flushOnExit = ({ signals = false, flushMs = LAST_FLUSH_MS }: FlushOnExitOptions = {}): Integration => ({
  name: 'flushOnExit',
  setup: (client) => {
    const stops = [listenToEnd(client, flushMs), ...(signals ? [listenToSignals(client, flushMs)] : [])];
    return () => stops.forEach((stop) => stop());
  },
});

function listenToEnd(client: Client, flushMs: number): () => void {
  // To flush gives Node something to do, after which it says again that it has nothing to do.
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
  const listener = asReporter((signal: NodeJS.Signals): void => {
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
