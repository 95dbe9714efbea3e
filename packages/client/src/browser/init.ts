import { createGuard } from '../core/guard.js';
import { startClient } from '../core/client.js';
import type { BrowserOptions } from './browserOptions.js';
import { browserPlatform } from './browserPlatform.js';
import { builtRelease } from './builtRelease.js';
import { globalErrors } from './integrations/globalErrors.js';
import { pageLeaving } from './pageLeaving.js';

let warnings = 0;

/**
 * Starts the SDK in a page; a second call restarts it. Uncaught errors are reported; `integrations` adds more. Without a page,
 * as in workers and edge runtimes, it warns once and does nothing; import `@sluice/client/worker` there. Never throws.
 */
export function init(options?: BrowserOptions): void {
  if (typeof document === 'undefined') {
    if (!warnings++) createGuard().warn('Nothing is sent: no page, import @sluice/client/worker or /node');
    return;
  }
  // JavaScript programs may pass anything.
  const { integrations, release = builtRelease(), ...others } = Object(options) as BrowserOptions;
  startClient(
    { ...others, release, integrations: [pageLeaving(), globalErrors(), integrations].flat() } as BrowserOptions,
    browserPlatform,
  );
}
