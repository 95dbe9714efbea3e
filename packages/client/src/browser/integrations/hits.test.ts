import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { openFakePage, type FakePage } from '../testing/fakePage.js';
import { startTestClient } from '../testing/startTestClient.js';
import { hit } from '../hit.js';
import { hits } from './hits.js';

let page: FakePage;
beforeEach(() => {
  jest.useFakeTimers();
  page = openFakePage('https://shop.example/start?from=mail');
});
afterEach(() => {
  jest.useRealTimers();
  page.close();
});

describe('page views', () => {
  test('are this page, and each that follows within it, of one session', async () => {
    const { client, ofType } = startTestClient([hits()]);
    jest.runAllTimers();
    page.go('/cart');
    jest.runAllTimers();
    page.go('/cart');
    history.replaceState(null, '', '/cart?coupon=1');
    jest.runAllTimers();
    hit('add_to_cart');
    await client.close();
    const sessionId = page.storage.get('sluice.session');
    expect(sessionId).toMatch(/^[\da-f]{32}$/);
    const [start, cart] = ['https://shop.example/start', 'https://shop.example/cart'];
    const title = 'Shop';
    expect(ofType('hit').map(({ payload }) => payload)).toEqual([
      { kind: 'pageview', url: start, referrer: 'https://search.example/', title, sessionId },
      { kind: 'pageview', url: cart, referrer: start, title, sessionId },
      { kind: 'custom', name: 'add_to_cart', url: cart, sessionId },
    ]);
  });

  test('follow the routes of a hash router, and no anchors', async () => {
    const { client, ofType } = startTestClient([hits()]);
    jest.runAllTimers();
    for (const hash of ['#/cart/12', '#top', '#/cart/12?token=1', '#/access_token=1', '#!/pay']) {
      Object.assign(location, { hash });
      page.window.dispatchEvent(new Event('popstate'));
      jest.runAllTimers();
    }
    await client.close();
    const urls = ofType('hit').map(({ payload }) => payload.url);
    const start = 'https://shop.example/start';
    expect(urls).toEqual([start, `${start}#/cart/12`, start, `${start}#/cart/12`, start, `${start}#!/pay`]);
  });

  test('are counted once more when restored from the back/forward cache', async () => {
    const { client, ofType } = startTestClient([hits()]);
    page.window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    page.window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }));
    jest.runAllTimers();
    await client.close();
    expect(ofType('hit')).toHaveLength(2);
  });

  test('of a page that is loaded ahead wait until it is looked at', async () => {
    const { client, ofType } = startTestClient([]);
    Object.assign(page.document, { prerendering: true });
    const stop = hits().setup(client);
    jest.runAllTimers();
    expect(ofType('hit')).toHaveLength(0);
    page.document.dispatchEvent(new Event('prerenderingchange'));
    page.document.dispatchEvent(new Event('prerenderingchange'));
    jest.runAllTimers();
    expect(ofType('hit')).toHaveLength(1);
    stop?.();
    await client.close();
  });
});
