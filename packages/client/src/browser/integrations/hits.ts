import type { Integration } from '../../core/client.js';
import { all } from '../hooks/all.js';
import { watchNavigations } from '../hooks/navigations.js';
import { whenShown } from '../hooks/whenShown.js';
import { shownAddress, toldAddress } from '../pageAddress.js';
import { sessionId } from '../sessionId.js';

/** Counts page views: this one, each that follows within the page, and when it is restored from the back/forward cache. */
export const hits = (): Integration => ({
  name: 'hits',
  setup: (client) => {
    const view = (...addresses: [shown: string, before: string]): void => {
      const [url, referrer] = addresses.map(toldAddress) as typeof addresses;
      // Its title is mostly set right after; and the page's start does not wait for the tab's storage.
      setTimeout(() =>
        client.guard(() =>
          client.capture('hit', { kind: 'pageview', url, referrer, title: document.title, sessionId: sessionId() }),
        ),
      );
    };
    return all(
      whenShown(client, () => view(shownAddress(), document.referrer)),
      watchNavigations(client, ({ from, to }) => view(to, from)),
    );
  },
});
