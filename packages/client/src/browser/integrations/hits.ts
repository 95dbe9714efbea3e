import type { Integration } from '../../core/client.js';
import { all } from '../hooks/all.js';
import { watchNavigations } from '../hooks/navigations.js';
import { whenShown } from '../hooks/whenShown.js';
import { pageAddress } from '../pageAddress.js';
import { sessionId } from '../sessionId.js';

/** Counts page views: this one, each that follows within the page, and when it comes out of the back/forward cache. */
export const hits = (): Integration => ({
  name: 'hits',
  setup: (client) => {
    const view = (url: string, referrer: string): void => {
      // Its title is mostly set right after; and the page's start does not wait for the tab's storage.
      setTimeout(() =>
        client.guard(() =>
          client.capture('hit', { kind: 'pageview', url, referrer, title: document.title, sessionId: sessionId() }),
        ),
      );
    };
    return all(
      whenShown(client, () => view(pageAddress(), document.referrer)),
      watchNavigations(client, ({ from, to }) => view(to, from)),
    );
  },
});
