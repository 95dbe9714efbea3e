import type { BrowserOptions } from '../browser/browserOptions.js';
import { builtRelease } from '../browser/builtRelease.js';
import { startClient } from '../core/client.js';
import { acceptServerKeys } from '../core/dsn.js';
import { errorProperties } from '../core/errorProperties.js';
import { rememberTraces } from '../servers/sentTraces.js';
import { workerErrors } from './workerErrors.js';
import { workerPlatform } from './workerPlatform.js';

/**
 * Starts the SDK in a worker or edge runtime; a second call restarts it. `workerErrors` is included; `integrations` adds more.
 * Integrations for pages do nothing. A runtime that stops after its response needs `await flush()` before, or
 * `waitUntil(flush())`. Never throws.
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
