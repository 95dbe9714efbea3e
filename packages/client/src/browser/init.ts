import { startClient, type Integration } from '../core/client.js';
import type { BrowserOptions } from './browserOptions.js';
import { browserPlatform } from './browserPlatform.js';
import { builtRelease } from './builtRelease.js';
import { globalErrors } from './integrations/globalErrors.js';
import { pageLeaving } from './pageLeaving.js';

/**
 * Starts the SDK in a page; a second call starts it anew. Uncaught errors are included; `integrations` adds to them.
 * Where there is no page, as when a server renders it, nothing happens. Never throws.
 */
export function init(options?: BrowserOptions): void {
  if (typeof document === 'undefined') return;
  // A program in JavaScript may give anything, and leave an integration out by `condition && integration()`.
  const { integrations, release = builtRelease() } = Object(options) as BrowserOptions;
  const given = [integrations].flat().filter(Boolean) as readonly Integration[];
  const all = { ...options, release, integrations: [pageLeaving(), globalErrors(), ...given] };
  startClient(all as BrowserOptions, browserPlatform);
}
