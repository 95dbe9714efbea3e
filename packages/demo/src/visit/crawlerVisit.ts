import type { Random } from '../random.js';
import type { DemoBatch } from '../sendBatch.js';
import { SHOP_RELEASES } from '../shop/shopRelease.js';
import { CRAWLERS } from '../shop/browsers.js';
import { enterShop } from '../shop/journey.js';
import { SITE } from './viewBatches.js';

/** Returns the page views of a crawler. @param now time of the last one in milliseconds since 1970 */
export function crawlerVisit(chance: Random, now: number): DemoBatch {
  const agent = chance.pick(CRAWLERS);
  const release = SHOP_RELEASES[0].version;
  const contexts = { environment: 'production', release, 'device.userAgent': agent, 'service.name': 'web' };
  const events = Array.from({ length: chance.whole(1, 4) }, (_, index) => {
    const { path, title } = enterShop(chance);
    const url = SITE + path;
    const timestamp = new Date(now - index * 700).toISOString();
    return {
      type: 'hit',
      timestamp,
      contexts: { ...contexts, 'page.url': url },
      payload: { kind: 'pageview', url, title },
    };
  });
  return { events, agent, address: `66.249.66.${chance.whole(1, 60)}` };
}
