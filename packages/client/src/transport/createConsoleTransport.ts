import type { ClientOptions } from '../core/options.js';
import type { Transport } from '../core/transport.js';

/**
 * Creates a transport that prints every event instead of sending it: `init({ transport: createConsoleTransport() })`.
 */
export const createConsoleTransport = (): ((options: ClientOptions) => Transport) => () => {
  // The console before integrations wrap it, so that printed events are not observed.
  const { log } = console;
  return { send: (event) => log('[sluice]', event.type, event) };
};
