import type { Integration } from '../core/client.js';
import { all } from './hooks/all.js';
import { listen } from './hooks/listen.js';

/**
 * Protocol 4.5, trigger 5: everything leaves when the page is hidden, which may be the last that it hears, or goes. Never by
 * `unload` or `beforeunload`: they would keep the page out of the back/forward cache. What the page itself reports of
 * these events is taken along.
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
