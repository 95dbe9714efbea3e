import type { BrowserOptions } from '../browser/browserOptions.js';
import { builtRelease } from '../browser/builtRelease.js';
import { startClient } from '../core/client.js';
import { acceptServerKeys } from '../core/dsn.js';
import { errorProperties } from '../core/errorProperties.js';
import { rememberTraces } from '../servers/sentTraces.js';
import { workerErrors } from './workerErrors.js';
import { workerPlatform } from './workerPlatform.js';

/**
 * Starts the SDK in a worker or an edge runtime; a second call starts it anew. `workerErrors` is included; `integrations`
 * adds to it. What is of pages only does nothing. A runtime that ends when it has answered needs `await flush()` before
 * that, or `waitUntil(flush())`. Never throws.
 */
export function init(options?: BrowserOptions): void {
  acceptServerKeys();
  // JavaScript programs may pass anything.
  const { integrations, beforeSend, release = builtRelease() } = Object(options) as BrowserOptions;
  const all = [workerErrors(), integrations].flat();
  startClient(
    {
      ...options,
      release,
      beforeSend: rememberTraces(errorProperties(beforeSend)),
      integrations: all,
    } as BrowserOptions,
    workerPlatform(),
  );
}
