import { beforeAll, expect, test } from '@jest/globals';
import { rowsIn, type WireObject } from '../../e2e/support/api.js';
import { type Row } from '../../e2e/support/stored.js';
import { startClientSite } from './support/clientSite.js';
import { type ClientPage } from './support/openClientPage.js';
import { useClientStage } from './support/clientStage.js';
import { describeInChromium } from '../useChromium.js';

/** Starts the SDK with the integrations that `pageData.names` lists. */
const script = `
  import * as sluice from '@sluice/client';
  const { dsn, names, options } = pageData;
  globalThis.sluice = sluice;
  sluice.init({ dsn, release: 'shop@1.2.3', environment: 'browser', debug: true, ...options,
    integrations: names.map((name) => sluice[name]()) });
  function openCart() {
    return undefined.items;
  }
  function buyCart() {
    return openCart().length;
  }
  function askFor(path) {
    return fetch(path).then((answer) => answer.status);
  }
  Object.assign(globalThis, { buyCart, askFor });
`;

const any = (pattern: RegExp): unknown => expect.stringMatching(pattern);

describeInChromium('the SDK in a page in Chromium', () => {
  const stage = useClientStage();
  beforeAll(() => {
    stage.site.put('/broken', { status: 500, body: 'out of order' });
    stage.site.put('/items', { type: 'application/json', body: '[]' });
  });

  test('reports an uncaught error with frames, browser and release', async () => {
    const opened = await open([]);
    await opened.run('void setTimeout(buyCart)');
    await stage.stored(1);
    expect(await exceptionNamed(/items/)).toMatchObject({
      type: 'TypeError',
      handled: false,
      level: 'error',
      release: 'shop@1.2.3',
      environment: 'browser',
      contexts: {
        'browser.name': any(/Chrom/),
        'os.name': any(/\S/),
        'user.agent': any(/Chrome/),
        'page.url': opened.url,
      },
    });
    const file = any(/page\.js$/);
    const position = { line: expect.any(Number) as unknown, column: expect.any(Number) as unknown };
    expect(rowsIn((await exceptionNamed(/items/))['frames'])).toMatchObject([
      { function: 'openCart', inApp: true, file, ...position },
      { function: 'buyCart', inApp: true, file, ...position },
    ]);
    await leave(opened, 1);
    // The error still reaches the page.
    expect(opened.errors).toEqual([any(/^TypeError: .*items/)]);
  }, 60_000);

  test('reports unhandled rejections with reasons of any type', async () => {
    const opened = await open([]);
    await opened.run(`
      Promise.reject(new RangeError('too many items'));
      Promise.reject('just words');
      Promise.reject({ code: 7 });
      Promise.reject(undefined);
      Promise.reject(new Error('caught')).catch(() => undefined);
      undefined
    `);
    await leave(opened, 4);
    const rows = await stored('exception');
    expect(rows).toHaveLength(4);
    // All in one millisecond, and each in a batch of its own: nothing gives their order.
    expect(rows.map(({ type, message, handled }) => [type, message, handled])).toEqual(
      expect.arrayContaining([
        ['RangeError', 'too many items', false],
        [any(/\S/), any(/just words/), false],
        [any(/\S/), any(/code/), false],
        [any(/\S/), any(/undefined/), false],
      ]),
    );
    expect(opened.errors).toHaveLength(4);
  }, 60_000);

  test('does not report errors of cross-origin scripts, whose details the browser hides', async () => {
    const other = await startClientSite();
    other.put('/foreign.js', { type: 'text/javascript', body: `throw new Error('foreign');` });
    const opened = await open([]);
    await opened.page.addScriptTag({ url: `${other.origin}/foreign.js` });
    await opened.run(`sluice.captureException(new Error('our own'))`);
    await leave(opened, 1);
    other.stop();
    expect(opened.errors).toHaveLength(1);
    expect((await stored('exception')).map(({ message }) => message)).toEqual(['our own']);
  }, 60_000);

  test('turns console calls into logs and leaves the console output unchanged', async () => {
    const opened = await open(['consoleLogs']);
    await opened.run(`
      console.log('cart of %s has %d items', 'Ann', 2, { paid: false });
      console.info('packed');
      console.warn('slow', 1200);
      console.error(new TypeError('no cart'));
      console.debug('not for the service')
    `);
    await leave(opened, 4);
    const rows = await stored('log');
    expect(rows.map(({ level, message, attributes }) => [level, message, attributes])).toEqual([
      ['info', 'cart of Ann has 2 items {paid: false}', { 'console.method': 'log' }],
      ['info', 'packed', { 'console.method': 'info' }],
      ['warning', 'slow 1200', { 'console.method': 'warn' }],
      ['error', 'TypeError: no cart', { 'console.method': 'error' }],
    ]);
    expect(opened.lines.filter((line) => !/sluice/i.test(line))).toHaveLength(5);
  }, 60_000);

  test('attaches preceding activity to an exception as breadcrumbs, without its own requests', async () => {
    const opened = await open(['breadcrumbs']);
    await opened.run(`sluice.hit('before'); sluice.flush()`);
    await opened.run(`console.warn('the cart is slow')`);
    await opened.page.click('button');
    await opened.run(`history.pushState({}, '', '/cart?secret=1#top')`);
    await opened.run(`askFor('/items?secret=2')`);
    await opened.run(`askFor('/nothing')`);
    await opened.run(`fetch('/items', { signal: AbortSignal.abort() }).catch(() => undefined)`);
    await opened.run(`sluice.captureException(new Error('after all that'))`);
    await leave(opened, 2);
    const crumbs = rowsIn((await exceptionNamed(/after all that/))['breadcrumbs']);
    expect(crumbs).toMatchObject([
      { category: 'console', level: 'warning', message: 'the cart is slow' },
      { category: 'ui.click', message: 'main#shop > button.buy.big[name="buy"][type="button"]' },
      { category: 'navigation', data: { from: new URL(opened.url).pathname, to: '/cart' } },
      { category: 'http', level: 'info', message: 'GET /items', data: { status_code: 200 } },
      { category: 'http', level: 'error', message: 'GET /nothing', data: { status_code: 404 } },
      { category: 'http', level: 'error', message: 'GET /items' },
    ]);
    expect(JSON.stringify(crumbs)).not.toMatch(/secret|envelope/);
  }, 60_000);

  test('reports a 5xx response as an exception, and no other response', async () => {
    const opened = await open(['httpErrors']);
    expect(await opened.run(`Promise.all(['/items', '/nothing', '/broken?secret=3'].map(askFor))`)).toEqual([
      200, 404, 500,
    ]);
    await opened.run(`new Promise((resolve) => {
      const request = new XMLHttpRequest();
      request.open('POST', '/broken');
      request.onloadend = resolve;
      request.send('x');
    }).then(() => undefined)`);
    await leave(opened, 2);
    const rows = await stored('exception');
    expect(rows).toMatchObject([
      {
        type: 'HttpError',
        message: 'GET /broken answered 500',
        contexts: { 'http.method': 'GET', 'http.url': `${stage.site.origin}/broken`, 'http.status_code': 500 },
      },
      { type: 'HttpError', message: 'POST /broken answered 500', contexts: { 'http.method': 'POST' } },
    ]);
  }, 60_000);

  test('reports page views, views after history changes, and custom hits', async () => {
    const opened = await open(['hits']);
    await opened.run(`document.title = 'Shop'; history.pushState({}, '', '/cart?step=1'); document.title = 'Cart'`);
    await opened.run(`history.replaceState({}, '', '/cart?step=2')`);
    await opened.run(`sluice.hit('add_to_cart')`);
    await opened.run(`new Promise((resolve) => { onpopstate = () => setTimeout(resolve); history.back(); })`);
    await leave(opened, 4);
    const rows = await stored('hit');
    const cart = `${stage.site.origin}/cart`;
    expect(rows.map(({ kind, name, url, referrer, title }) => ({ kind, name, url, referrer, title }))).toEqual([
      { kind: 'pageview', name: null, url: opened.url, referrer: null, title: new URL(opened.url).pathname },
      { kind: 'pageview', name: null, url: cart, referrer: opened.url, title: 'Cart' },
      { kind: 'custom', name: 'add_to_cart', url: cart, referrer: null, title: null },
      { kind: 'pageview', name: null, url: opened.url, referrer: cart, title: 'Cart' },
    ]);
    const sessions = new Set(rows.map((row) => row['session_id']));
    expect([...sessions]).toEqual([any(/^[\da-f]{32}$/)]);
  }, 60_000);

  /** Opens a page with these integrations in addition to the default ones. */
  function open(names: readonly string[], over: object = {}): Promise<ClientPage> {
    const pageData = { dsn: stage.dsn, names, ...over };
    const body = '<main id="shop"><button class="buy big" name="buy" type="button">Buy</button></main>';
    return stage.open({ script, pageData, body });
  }

  /** Flushes and closes the page; resolves when this many events are stored. */
  async function leave({ page, errors }: ClientPage, count: number): Promise<void> {
    await page.evaluate('sluice.flush()');
    await page.close();
    await stage.stored(count);
    // With `debug`, the SDK logs its own errors; it never throws them into the page.
    expect(errors.filter((error) => /sluice/i.test(error))).toEqual([]);
  }

  /** Rows in the order of their timestamps, because batches may overtake each other. */
  async function stored(type: 'exception' | 'log' | 'hit'): Promise<Row[]> {
    const at = (row: Row): number => (row['timestamp'] as Date).getTime();
    return (await stage.rows(type)).sort((a, b) => at(a) - at(b));
  }

  async function exceptionNamed(message: RegExp): Promise<WireObject> {
    const found = (await stage.api.all('exceptions')).filter((one) => message.test(String(one['message'])));
    expect(found).toHaveLength(1);
    return stage.api.get(`exceptions/${String(found[0]?.['id'])}`);
  }
});
