import { startClient, type Integration } from '../core/client.js';
import type { ClientOptions } from '../core/options.js';
import { browserPlatform } from './browserPlatform.js';
import { builtRelease } from './builtRelease.js';
import { breadcrumbs } from './integrations/breadcrumbs.js';
import { globalErrors } from './integrations/globalErrors.js';
import { pageLeaving } from './pageLeaving.js';

/**
 * Starts the SDK in a page; a second call starts it anew. Uncaught errors and breadcrumbs are included; `integrations`
 * adds to them, and replaces one of the same name. Where there is no page, as when a server renders it, nothing happens.
 * Never throws.
 */
export function init(options: ClientOptions): void {
  if (typeof document === 'undefined') return;
  const { integrations = [], release = builtRelease() } = options;
  const isGiven = ({ name }: Integration): boolean => integrations.some((one) => one.name === name);
  const usual = [pageLeaving(), globalErrors(), breadcrumbs()].filter((one) => !isGiven(one));
  startClient(
    { ...options, ...(release !== undefined && { release }), integrations: [...usual, ...integrations] },
    browserPlatform,
  );
}
