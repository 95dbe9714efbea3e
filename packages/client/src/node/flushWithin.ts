import type { Client } from '../core/client.js';

/** Milliseconds that a process waits for its last events. */
export const LAST_FLUSH_MS = 2_000;

/**
 * Sends all there is, held spans included. Resolves when that is done, or when it takes longer than `ms`: with whether
 * it was done. The process is kept alive meanwhile.
 */
export function flushWithin(client: Client, ms: number): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), ms);
    client.leave();
    void client.flush().then(() => {
      clearTimeout(timer);
      resolve(true);
    });
  });
}
