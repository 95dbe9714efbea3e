import type { Client } from '../core/client.js';

/** Milliseconds that a process waits for its last events. */
export const LAST_FLUSH_MS = 2_000;

/**
 * Sends everything, including held spans. Resolves to whether it finished within `ms`. Keeps the process running meanwhile.
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
