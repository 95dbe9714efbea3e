import type { Integration } from '../../core/client.js';
import { all } from '../hooks/all.js';
import { watchNavigations } from '../hooks/navigations.js';
import { whenActivated } from '../hooks/whenActivated.js';
import { shownAddress, toldAddress } from '../pageAddress.js';
import { sessionId } from '../sessionId.js';

/** Counts page views: the first, each navigation within the page, and restores from the back/forward cache. */
export const hits = (): Integration => ({
  name: 'hits',
  setup: (client) => {
    const view = (...addresses: [shown: string, before: string]): void => {
      const [url, referrer] = addresses.map(toldAddress) as typeof addresses;
      // Deferred: the title is usually set right after, and storage access would delay the start of the page.
      setTimeout(() =>
        client.guard(() =>
          client.capture('hit', { kind: 'pageview', url, referrer, title: document.title, sessionId: sessionId() }),
        ),
      );
    };
    return all(
      whenActivated(client, () => view(shownAddress(), document.referrer)),
      watchNavigations(client, ({ from, to }) => view(to, from)),
    );
  },
});
