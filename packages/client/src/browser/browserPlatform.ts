import type { Platform } from '../core/client.js';
import { compressing } from '../transport/compressing.js';
import { createBatchTransport } from '../transport/createBatchTransport.js';
import { unwrapped } from '../core/unwrapped.js';
import { pageAddress } from './pageAddress.js';

/** What a page knows of itself, and how it sends. */
export const browserPlatform: Platform = {
  contexts: () => ({ 'device.userAgent': navigator.userAgent, 'page.url': pageAddress() }),
  createTransport: (options, dsn, host) =>
    createBatchTransport(options, dsn, host, {
      // As the browser made it: no copy of the SDK sees what another one sends.
      fetch: compressing(unwrapped(fetch)),
    }),
};
