import path from 'node:path';
import { startChild } from '../support/askChild.mjs';

/**
 * Starts the receiver of webhooks.
 *
 * @returns {Promise<{ url: string, pid: number, arrivals: () => Promise<import('./account.mjs').Arrival[]>, stop: () => Promise<void> }>}
 */
export async function startReceiver() {
  const { pid, ask, stop } = await startChild(path.join(import.meta.dirname, 'receiver.mjs'), {});
  const port = await ask({ port: true });
  return { url: `http://127.0.0.1:${port}/hook`, pid, arrivals: () => ask({ arrivals: true }), stop };
}
