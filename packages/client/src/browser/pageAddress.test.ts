import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { getClient } from '../core/client.js';
import type { SluiceEvent } from '../core/event.js';
import type { BrowserOptions } from './browserOptions.js';
import { init } from './init.js';
import { breadcrumbs } from './integrations/breadcrumbs.js';
import { browserTracing } from './integrations/browserTracing.js';
import { hits } from './integrations/hits.js';
import { hit } from './hit.js';
import { captureException } from '../capture/captureException.js';
import { pageAddress, pathOf, toldAddress } from './pageAddress.js';
import { openFakePage, type FakePage } from './testing/fakePage.js';

let page: FakePage;
afterEach(async () => {
  await getClient()?.close();
  page.close();
});

/** Addresses, what is told of them, and paths: the server has the same test. */
const TABLE = new URL('../../../../test/fixtures/pagesOfUrls.json', import.meta.url);
const AGREED = JSON.parse(readFileSync(TABLE, 'utf8')) as readonly [string, string, string][];

describe('the address of a page', () => {
  const shop = 'https://shop.example';
  test.each([
    ['has no query', `${shop}/cart?token=1`, `${shop}/cart`, '/cart'],
    ['has no fragment', `${shop}/cart#token=1`, `${shop}/cart`, '/cart'],
    ['has neither query nor fragment', `${shop}/cart?a=1&b=2#token=1?c`, `${shop}/cart`, '/cart'],
    ['has no query within the fragment', `${shop}/#?token=1`, `${shop}/`, '/'],
    ['keeps a fragment that is a route', `${shop}/#/cart`, `${shop}/#/cart`, '/#/cart'],
    ['keeps only the path of a route', `${shop}/?a=1#/cart?token=1`, `${shop}/#/cart`, '/#/cart'],
    ['drops a fragment within a route', `${shop}/#/cart?a#token=1`, `${shop}/#/cart`, '/#/cart'],
    ['has no fragment behind a route', `${shop}/#/cart#token=1`, `${shop}/#/cart`, '/#/cart'],
    ['has no token that looks like a route', `${shop}/#/access_token=1&state=2`, `${shop}/`, '/'],
    ['has no token that looks like an old route', `${shop}/a#!/id_token=1?b`, `${shop}/a`, '/a'],
    ['keeps an old route', `${shop}/a?b=1#!/c?d=2`, `${shop}/a#!/c`, '/a#!/c'],
    ...AGREED.map((row) => ['is that of the server', ...row] as const),
  ])('%s: %s', (_name, address, told, path) => {
    page = openFakePage(address);
    expect(pageAddress()).toBe(told);
    expect(pathOf(document.URL)).toBe(path);
  });

  test.each([
    [`${shop}/#access_token=1`, `${shop}/`],
    [`${shop}/?a=1#/access_token=1`, `${shop}/?a=1`],
    [`${shop}/?a=1#/cart?b=2#access_token=1`, `${shop}/?a=1#/cart?b=2`],
    [`${shop}/?a=1#/reset/key=1?b=2`, `${shop}/?a=1#/reset/key`],
  ])('%s has no token of its fragment even where queries are sent', async (address, told) => {
    page = openFakePage(address);
    init({ transport: () => ({ send: () => undefined }), sendUrlQuery: true });
    expect(pageAddress()).toBe(told);
    await getClient()?.close();
  });

  test('has a path with the origin if that is another one', () => {
    page = openFakePage();
    expect(pathOf('https://shop.example.org/a?b')).toBe('https://shop.example.org/a');
  });
});

describe('the query of an address', () => {
  const views = (sent: readonly SluiceEvent[]): unknown[] =>
    sent.flatMap((event) => (event.type === 'hit' ? [[event.payload.url, event.payload.referrer]] : []));

  test('is in no event unless the program allows it', async () => {
    const sent = await visit({});
    expect(JSON.stringify(sent)).not.toContain('secret');
    const [start, cart] = ['https://shop.example/start', 'https://shop.example/cart'];
    // A different query counts as a different page.
    expect(views(sent)).toEqual([
      [start, 'https://mail.example/inbox'],
      [cart, start],
      [cart, cart],
      [cart, undefined],
    ]);
    const frames = sent.flatMap((event) => (event.type === 'exception' ? [event.payload.frames?.[0]] : []));
    expect(frames.slice(0, 2)).toMatchObject([
      { file: start, line: 3, column: 7 },
      { file: start, line: 1, column: 2 },
    ]);
  });

  test('is in page views and referrers if allowed, but not in requests and frames', async () => {
    const sent = await visit({ sendUrlQuery: true });
    const [start, cart] = ['https://shop.example/start?secret=1', 'https://shop.example/cart?secret='];
    expect(views(sent)).toEqual([
      [start, 'https://mail.example/inbox?secret=2'],
      [`${cart}3`, start],
      [`${cart}4`, `${cart}3`],
      [`${cart}4`, undefined],
    ]);
    expect(sent[0]?.contexts).toMatchObject({ 'page.url': start });
    const exceptions = sent.filter(({ type }) => type === 'exception').map(({ payload }) => payload);
    expect(JSON.stringify(exceptions)).not.toContain('secret');
  });

  test('of another resource is kept if allowed, without its fragment', async () => {
    page = openFakePage('https://shop.example/');
    init({ transport: () => ({ send: () => undefined }), sendUrlQuery: true });
    expect(toldAddress('https://cdn.example/hero.png?v=1#top')).toBe('https://cdn.example/hero.png?v=1');
    await getClient()?.close();
  });

  /** Events of a visit that navigates to another query. */
  async function visit(options: BrowserOptions): Promise<readonly SluiceEvent[]> {
    jest.useFakeTimers();
    page = openFakePage('https://shop.example/start?secret=1#secret');
    Object.assign(document, { referrer: 'https://mail.example/inbox?secret=2' });
    const sent: SluiceEvent[] = [];
    init({
      transport: () => ({ send: (event) => void sent.push(event) }),
      integrations: [hits(), browserTracing(), breadcrumbs({ console: false, clicks: false })],
      ...options,
    });
    jest.runAllTimers();
    page.go('/cart?secret=3');
    page.go('/cart?secret=4');
    jest.runAllTimers();
    hit('paid');
    const error = Object.assign(new Error('x'), {
      stack: 'Error: x\n    at pay (https://shop.example/start?secret=5#/a:3:7)\n    at https://a.example/b.js?c:1:2',
    });
    captureException(error);
    const noted = { message: 'at the page', filename: 'https://shop.example/start?secret=6', lineno: 1, colno: 2 };
    page.window.dispatchEvent(Object.assign(new Event('error'), { error: null, ...noted }));
    const odd = Object.assign(new Error('y'), { stack: 'y\n    at eval (https://shop.example/?secret=7:1:2), odd' });
    captureException(odd);
    await getClient()?.close();
    jest.useRealTimers();
    return sent;
  }
});
