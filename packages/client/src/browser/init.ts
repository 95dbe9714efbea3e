import { startClient } from '../core/client.js';
import type { ClientOptions } from '../core/options.js';
import { browserPlatform } from './browserPlatform.js';
import { builtRelease } from './builtRelease.js';
import { globalErrors } from './integrations/globalErrors.js';
import { pageLeaving } from './pageLeaving.js';

/**
 * Starts the SDK in a page; a second call starts it anew. Uncaught errors are included; `integrations` adds to them.
 * Where there is no page, as when a server renders it, nothing happens. Never throws.
 */
export function init(options: ClientOptions = {}): void {
  if (typeof document === 'undefined') return;
  const { integrations = [], release = builtRelease() } = options;
  const all = [pageLeaving(), globalErrors(), ...integrations];
  startClient({ ...options, ...(release !== undefined && { release }), integrations: all }, browserPlatform);
}
