import { beforeAll, expect, test } from '@jest/globals';
import { rowsIn, type WireObject } from '../../e2e/support/api.js';
import { waitFor } from '../../e2e/support/waitFor.js';
import { startClientSite } from './support/clientSite.js';
import { type ClientPage, type ClientPageOptions } from './support/openClientPage.js';
import { startShop } from './support/startShop.js';
import { leavePage, useClientStage } from './support/clientStage.js';
import { describeInChromium } from '../useChromium.js';
import { useDirectory } from '@sluice/testkit/useDirectory';

const script = `
  import * as sluice from '@sluice/client';
  const { browserTracing, httpSpans, webVitals } = sluice;
  const { dsn, propagateTo, tracePropagationTargets, vitals, traceparent: content } = pageData;
  globalThis.sluice = sluice;
  // As rendered by a server.
  if (content) document.head.append(Object.assign(document.createElement('meta'), { name: 'traceparent', content }));
  sluice.init({ dsn, integrations: [browserTracing(), httpSpans({ propagateTo, tracePropagationTargets }), ...(vitals ? [webVitals()] : [])] });
`;

/** A large heading, an element that grows late and shifts the content below, and a slow button. */
const slowPage = `
  <h1 style="font-size: 80px">What everybody looks at</h1>
  <div id="late"></div>
  <p style="height: 400px">What is moved</p>
  <button style="position: fixed; top: 0; right: 0">Slow</button>
`;
const slowStart = `
  document.querySelector('button').onclick = function work() {
    const until = performance.now() + 120;
    while (performance.now() < until);
    document.querySelector('button').textContent = 'done';
  };
  setTimeout(() => (document.querySelector('#late').style.height = '200px'), 100);
`;

describeInChromium('traces of pages in Chromium, read through the API', () => {
  const stage = useClientStage();
  const folder = useDirectory('shop');
  beforeAll(() => {
    stage.site.put('/items', { type: 'application/json', body: '[]' });
    stage.site.put('/broken', { status: 500, body: 'out of order' });
  });

  test('have the web vitals as metrics of a child of the pageload span', async () => {
    const { page, url } = await open({}, { body: slowPage, start: slowStart });
    const shifts = `new Promise((resolve) => {
      new PerformanceObserver(() => resolve(true)).observe({ type: 'layout-shift', buffered: true });
    })`;
    await page.evaluate(shifts);
    await page.click('button');
    await page.evaluate(`new Promise((resolve) => {
      new PerformanceObserver(() => resolve(true)).observe({ type: 'first-input', buffered: true });
    })`);
    await leavePage(page);
    await stage.stored(2);
    const [load, span] = (await stage.rows('span')).sort((a, b) => String(a['op']).localeCompare(String(b['op'])));
    const name = new URL(url).pathname;
    expect([load, span]).toMatchObject([
      { name, op: 'pageload', parent_id: null },
      { name, op: 'web_vital', parent_id: load?.['span_uuid'] },
    ]);
    const metrics = await stage.api.all('metrics');
    const values = Object.fromEntries(metrics.map(({ name, max }) => [String(name), Number(max)]));
    expect(Object.keys(values).sort()).toEqual(['cls', 'fcp', 'inp', 'lcp', 'ttfb'].map((name) => `web_vital.${name}`));
    const vital = (name: string): number => values[`web_vital.${name}`] ?? NaN;
    expect(vital('ttfb')).toBeGreaterThan(0);
    expect(vital('fcp')).toBeGreaterThanOrEqual(vital('ttfb'));
    expect(vital('lcp')).toBeGreaterThanOrEqual(vital('fcp'));
    expect(vital('lcp')).toBeLessThan(10_000);
    expect(vital('inp')).toBeGreaterThanOrEqual(112);
    expect(vital('cls')).toBeGreaterThan(0.01);
    expect(vital('cls')).toBeLessThan(2);
    const trace = await traceOf(name);
    expect(rowsIn(trace['spans'])).toMatchObject([{ op: 'pageload', children: [{ metrics: span?.['metrics'] }] }]);
  }, 60_000);

  test('contain the requests of their page, and link to the previous and next trace', async () => {
    const { page, url } = await open({ vitals: false });
    await page.evaluate(`Promise.all(['/items?secret=1', '/broken'].map((path) => fetch(path)))`);
    // Sent once the page is idle: the page and its two requests.
    await stage.stored(3);
    await page.evaluate(`history.pushState({}, '', '/cart')`);
    await page.evaluate(`sluice.span('sum up', () => 7, { op: 'ui.render' })`);
    await stage.stored(5);
    await page.goto(url);
    await page.evaluate(`fetch('/items', { signal: AbortSignal.timeout(0) }).catch(() => undefined)`);
    await leavePage(page);
    await stage.stored(7);
    const name = new URL(url).pathname;
    const first = await traceOf(name);
    expect(first).toMatchObject({ name, op: 'pageload', previousTraceId: null, errorCount: 1 });
    const [root] = rowsIn(first['spans']);
    expect(rowsIn(root?.['children'])).toMatchObject([
      { name: 'GET /items', op: 'http.client', status: 'ok' },
      { name: 'GET /broken', op: 'http.client', status: 'error' },
    ]);
    const second = await traceOf('/cart');
    expect(second).toMatchObject({ op: 'navigation', previousTraceId: first['id'] });
    expect(rowsIn(rowsIn(second['spans'])[0]?.['children'])).toMatchObject([{ name: 'sum up', op: 'ui.render' }]);
    expect(first['nextTraceIds']).toEqual([second['id']]);
    expect(second['nextTraceIds']).toHaveLength(1);
  }, 60_000);

  test('propagate to the page’s own origin and allowed origins only', async () => {
    const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': 'traceparent' };
    const [friend, stranger] = [await startClientSite(), await startClientSite()];
    for (const other of [friend, stranger]) other.put('/items', { body: '[]', headers });
    const { page } = await open({ propagateTo: [friend.origin] });
    const sent: Record<string, string | undefined> = {};
    page.on('request', (request) => {
      if (request.method() === 'GET') sent[new URL(request.url()).origin] = request.headers()['traceparent'];
    });
    const addresses = [stage.site, friend, stranger].map(({ origin }) => `${origin}/items`);
    await page.evaluate(`Promise.all(${JSON.stringify(addresses)}.map((address) => fetch(address)))`);
    await leavePage(page);
    for (const other of [friend, stranger]) other.stop();
    await stage.stored(5);
    const spans = await stage.rows('span');
    const header = (name: string): unknown => {
      const span = spans.find((one) => one['name'] === name);
      return `00-${String(span?.['trace_id'])}-${String(span?.['span_uuid'])}-01`;
    };
    expect(sent).toEqual({
      [stage.site.origin]: header('GET /items'),
      [friend.origin]: header(`GET ${friend.origin}/items`),
      [stranger.origin]: undefined,
    });
  }, 60_000);

  test('make a request fail that redirects to another origin, unless propagation is disabled', async () => {
    const other = await startClientSite();
    other.put('/items', { body: '[]', headers: { 'access-control-allow-origin': '*' } });
    stage.site.put('/away', { status: 302, headers: { location: `${other.origin}/items` }, body: '' });
    const ask = `fetch('/away').then((answer) => answer.text(), () => 'no answer')`;
    const answers: unknown[] = [];
    for (const pageData of [{}, { tracePropagationTargets: [] }]) {
      const { page, run } = await open({ vitals: false, ...pageData });
      answers.push(await run(ask));
      await leavePage(page);
    }
    other.stop();
    expect(answers).toEqual(['no answer', '[]']);
  }, 60_000);

  test('continue the server’s trace from the traceparent meta tag', async () => {
    const [traceId, parentId] = ['ab'.repeat(16), 'cd'.repeat(8)];
    const { page, url } = await open({ traceparent: `00-${traceId}-${parentId}-01` });
    await leavePage(page);
    await stage.stored(2);
    expect((await stage.rows('span')).filter(({ op }) => op === 'pageload')).toMatchObject([
      { name: new URL(url).pathname, trace_id: traceId, parent_id: parentId },
    ]);
  }, 60_000);

  test('span a page and its Express server, with one exception for the error of the server', async () => {
    const shop = await startShop(stage.dsn, folder.path);
    try {
      const page = await stage.browser.newPage();
      await page.goto(shop.origin);
      await page.waitForFunction(`document.querySelector('#cart').textContent === 'apples, pears'`);
      await page.click('#fail');
      await page.waitForFunction(`document.querySelector('#cart').textContent === 'The shop answered 500'`);
      await leavePage(page);
      const ofCart = 'select trace_id from spans where project_id = $1 and name = $2';
      const inTrace = `select name from spans where project_id = $1 and op <> 'web_vital' and trace_id in (${ofCart})`;
      await waitFor(async () => (await stage.system.sql(inTrace, [stage.project.id, 'read the cart'])).length === 6, {
        what: 'the page, both of its requests, what the server did for them, and what it read',
      });
    } finally {
      await shop.child.end();
    }
    const { id } = await traceOf('read the cart');
    const hasException = ({ exceptions }: WireObject): boolean => rowsIn(exceptions).length > 0;
    const trace = await stage.api.until(`traces/${String(id)}`, {}, hasException);
    const [root, ...further] = rowsIn(trace['spans']);
    expect(root).toMatchObject({ name: '/', op: 'pageload', orphan: false });
    // A request after the page was idle is another root of its trace.
    const below = [...rowsIn(root?.['children']), ...further].filter(({ op }) => op !== 'web_vital');
    expect(below).toMatchObject([
      {
        name: 'GET /api/cart',
        op: 'http.client',
        status: 'ok',
        children: [{ name: 'GET /api/cart', op: 'http.server', children: [{ name: 'read the cart', op: 'db' }] }],
      },
      {
        name: 'GET /api/fail',
        op: 'http.client',
        status: 'error',
        children: [{ name: 'GET /api/fail', op: 'http.server', status: 'error' }],
      },
    ]);
    const exceptions = rowsIn(trace['exceptions']);
    expect(exceptions).toMatchObject([{ message: 'the cart is lost' }]);
    const exception = await stage.api.get(`exceptions/${String(exceptions[0]?.['id'])}`);
    expect(exception).toMatchObject({ type: 'Error', handled: false, release: 'shop@1.0.0' });
    expect(rowsIn(exception['frames'])[0]).toMatchObject({
      file: expect.stringMatching(/examples\/express\/server\.mjs$/),
      inApp: true,
    });
  }, 60_000);

  async function traceOf(spanName: string): Promise<WireObject> {
    const span = (await stage.rows('span')).find(({ name }) => name === spanName);
    return stage.api.get(`traces/${String(span?.['trace_id'])}`);
  }

  function open(pageData: object = {}, over: Partial<ClientPageOptions> = {}): Promise<ClientPage> {
    return stage.open({ script, pageData: { dsn: stage.dsn, vitals: true, ...pageData }, ...over });
  }
});
