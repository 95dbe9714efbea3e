import type { Integration } from '../core/client.js';
import { all } from './hooks/all.js';
import { listen } from './hooks/listen.js';

/**
 * Protocol 4.5, trigger 5: flushes when the page is hidden, which may be its last event, or left. Never uses `unload` or
 * `beforeunload`, which would disable the back/forward cache. Reports of the page's own handlers for these events are
 * included.
 */
export const pageLeaving = (): Integration => ({
  name: 'pageLeaving',
  setup: (client) => {
    const leave = (): void => {
      if (document.visibilityState === 'hidden') client.leave();
    };
    return all(
      listen(client, window, 'visibilitychange', leave),
      listen(client, window, 'pagehide', () => client.leave()),
    );
  },
});
