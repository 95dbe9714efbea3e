import type { ClientOptions } from '../core/options.js';
import type { Transport } from '../core/transport.js';

/**
 * A transport that sends nothing and prints every event on the console: `init({ transport: createConsoleTransport() })`.
 */
export const createConsoleTransport = (): ((options: ClientOptions) => Transport) => () => {
  // As it is before integrations listen to it: an event that is printed is no news.
  const { log } = console;
  return { send: (event) => log('[sluice]', event.type, event) };
};
