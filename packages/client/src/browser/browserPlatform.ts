import type { Platform } from '../core/client.js';
import { withCompression } from '../transport/withCompression.js';
import { createBatchTransport } from '../transport/createBatchTransport.js';
import { unwrapped } from '../core/unwrapped.js';
import { pageAddress } from './pageAddress.js';

let userAgent: string | undefined;

/** Platform of a page: contexts and transport. */
export const browserPlatform: Platform = {
  // Reading the user agent takes a microsecond.
  contexts: () => ({ 'device.userAgent': (userAgent ??= navigator.userAgent), 'page.url': pageAddress() }),
  createTransport: (options, dsn, host) =>
    createBatchTransport(options, dsn, host, {
      // The native `fetch`, so that no copy of the SDK observes another one's requests.
      fetch: withCompression(unwrapped(fetch)),
    }),
};
