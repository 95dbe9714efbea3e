import { startClient } from '../core/client.js';
import type { BrowserOptions } from './browserOptions.js';
import { browserPlatform } from './browserPlatform.js';
import { builtRelease } from './builtRelease.js';
import { globalErrors } from './integrations/globalErrors.js';
import { pageLeaving } from './pageLeaving.js';

/**
 * Starts the SDK in a page; a second call starts it anew. Uncaught errors are included; `integrations` adds to them.
 * Where there is no page, as in workers and edge runtimes, it warns once and does nothing else: these import
 * `@sluice/client/worker`. Never throws.
 */
export function init(options?: BrowserOptions): void {
  if (typeof document === 'undefined') return;
  // A program in JavaScript may give anything.
  const { integrations, release = builtRelease() } = Object(options) as BrowserOptions;
  const all = [pageLeaving(), globalErrors(), integrations].flat();
  startClient({ ...options, release, integrations: all } as BrowserOptions, browserPlatform);
}
