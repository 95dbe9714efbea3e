import { expect, test } from '@jest/globals';
import { useClientSite } from './support/clientSite.js';
import { openClientPage, type ClientPage } from './support/openClientPage.js';
import { startOrdinaryChromium } from './support/ordinaryChromium.js';
import { useResource } from '@sluice/testkit/useResource';
import { describeInChromium } from '../useChromium.js';

/** Runs the SDK and the `web-vitals` library side by side. Both report when the page is hidden. */
const script = `
  import * as sluice from '@sluice/client';
  import { onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals/attribution';
  const [libraryVitals, events] = [{}, []];
  for (const on of [onCLS, onFCP, onINP, onLCP, onTTFB]) {
    on(({ name, value, attribution }) => (libraryVitals[name.toLowerCase()] = { value, attribution: JSON.parse(JSON.stringify(attribution)) }));
  }
  sluice.init({
    transport: () => ({ send: (event) => events.push(event) }),
    integrations: [sluice.browserTracing(), sluice.webVitals()],
  });
  Object.assign(globalThis, { sluice, libraryVitals, events });
`;

/** A large heading, an element that grows late and shifts the content below, and slow buttons: so different that a slow paint does not change their order. */
const body = `
  <h1 id="title" style="font-size: 80px">What everybody looks at</h1>
  <div id="late"></div>
  <p id="moved" style="height: 300px">What is moved</p>
  <div style="position: fixed; top: 0; right: 0">
    <button id="slow">Slow</button><button id="slower">Slower</button><button id="away">Away</button>
  </div>
`;
const start = `
  const work = (ms) => {
    const until = performance.now() + ms;
    while (performance.now() < until);
  };
  const click = (id, does) => (document.querySelector('#' + id).onclick = does);
  click('slow', () => work(100));
  click('slower', () => work(500));
  click('away', () => (work(1_000), history.pushState({}, '', '/cart')));
  globalThis.grow = (px) => (document.querySelector('#late').style.height = px + 'px');
  setTimeout(() => grow(150), 50);
`;

interface VitalsSpan {
  readonly name: string;
  readonly metrics: Readonly<Record<string, number>>;
  readonly contexts: Readonly<Record<string, unknown>>;
}

type LibraryVitals = Readonly<
  Record<string, { readonly value: number; readonly attribution: Record<string, unknown> }>
>;

describeInChromium('web vitals of a visit in Chromium', () => {
  const site = useClientSite();
  const ordinary = useResource(startOrdinaryChromium, (started) => started.stop());
  const libraryVitalsOf = ({ run }: ClientPage): Promise<LibraryVitals> => run('libraryVitals');

  test.each([
    ['', ''],
    [', if the browser does not count interactions', 'delete Performance.prototype.interactionCount;'],
  ])(
    'match the values and sources of the web-vitals library for the whole visit%s',
    async (_name, before) => {
      const opened = await open(before);
      await click(opened, 'slow');
      await click(opened, 'slower');
      await hide(opened);
      const [libraryVitals, [span, ...more]] = [await libraryVitalsOf(opened), await vitals(opened)];
      expect(more).toEqual([]);
      expect(Object.keys(libraryVitals).sort()).toEqual(['cls', 'fcp', 'inp', 'lcp', 'ttfb']);
      expect(span?.metrics).toEqual(asOurs(libraryVitals));
      expect(span?.metrics['web_vital.inp']).toBeGreaterThanOrEqual(500);
      expect(span?.metrics['web_vital.cls']).toBeGreaterThan(0.01);
      const { lcp, inp, cls } = libraryVitals;
      expect(span?.contexts).toMatchObject({
        'lcp.element': 'h1#title',
        'inp.element': 'button#slower',
        'cls.element': 'p#moved',
        'inp.load_state': inp?.attribution['loadState'],
        'cls.load_state': cls?.attribution['loadState'],
      });
      expect([lcp, inp, cls].map((one) => one?.attribution)).toMatchObject([
        { target: expect.stringContaining('#title') },
        { interactionTarget: expect.stringContaining('#slower') },
        { largestShiftTarget: expect.stringContaining('#moved') },
      ]);
      await opened.page.close();
    },
    60_000,
  );

  test('are reported again when the page is hidden again, changed values only', async () => {
    const opened = await open();
    await click(opened, 'slow');
    await hide(opened);
    await ordinary.show(opened.page);
    await hide(opened);
    expect(await vitals(opened)).toHaveLength(1);
    await ordinary.show(opened.page);
    await click(opened, 'slower');
    await hide(opened);
    const [libraryVitals, [, second, ...more]] = [await libraryVitalsOf(opened), await vitals(opened)];
    expect([second?.metrics, more]).toEqual([{ 'web_vital.inp': libraryVitals['inp']?.value }, []]);
    await opened.page.close();
  }, 60_000);

  test('restart when the page is restored from the back/forward cache, as in the library', async () => {
    const opened = await open();
    await opened.run(`addEventListener('pageshow', ({ persisted }) => (globalThis.isRestored = persisted))`);
    await click(opened, 'slower');
    await opened.page.goto(`${site.origin}/elsewhere`);
    await opened.page.goBack({ waitUntil: 'commit' });
    await opened.page.waitForFunction('globalThis.isRestored');
    await click(opened, 'slow');
    await hide(opened);
    const [libraryVitals, all] = [await libraryVitalsOf(opened), await vitals(opened)];
    expect(all).toHaveLength(2);
    expect(all[0]?.metrics['web_vital.inp']).toBeGreaterThanOrEqual(500);
    const { 'web_vital.cls': cls, 'web_vital.inp': inp } = asOurs(libraryVitals);
    expect(all[1]?.metrics).toEqual({ 'web_vital.cls': cls, 'web_vital.inp': inp });
    expect(all[1]?.contexts).toMatchObject({ 'inp.element': 'button#slow' });
    await opened.page.close();
  }, 60_000);

  test('are reported for the page after a pushState as well, without the interaction that led there', async () => {
    const opened = await open();
    await click(opened, 'slow');
    await click(opened, 'away');
    await click(opened, 'slow');
    // Shifts within 500 ms of an input are attributed to that input.
    await opened.run(`new Promise((resolve) => {
      const since = performance.now();
      const timer = setInterval(() => grow(150 + Math.random() * 200), 50);
      new PerformanceObserver((list) => {
        if (!list.getEntries().some(({ startTime, hadRecentInput }) => startTime >= since && !hadRecentInput)) return;
        clearInterval(timer);
        resolve(true);
      }).observe({ type: 'layout-shift' });
    })`);
    await hide(opened);
    const [libraryVitals, all] = [await libraryVitalsOf(opened), await vitals(opened)];
    const [visit, cart] = [all.find(({ name }) => name !== '/cart'), all.find(({ name }) => name === '/cart')];
    expect(all).toHaveLength(2);
    expect(visit?.metrics).toEqual(asOurs(libraryVitals));
    expect(visit?.contexts).toMatchObject({ 'inp.element': 'button#away' });
    expect(cart?.contexts).toMatchObject({ 'inp.element': 'button#slow', 'cls.element': 'p#moved' });
    expect(Object.keys(cart?.metrics ?? {}).sort()).toEqual(['web_vital.navigation.cls', 'web_vital.navigation.inp']);
    expect(cart?.metrics['web_vital.navigation.inp']).toBeGreaterThanOrEqual(100);
    expect(cart?.metrics['web_vital.navigation.cls']).toBeGreaterThan(0);
    await opened.page.close();
  }, 60_000);

  async function open(before = ''): Promise<ClientPage> {
    const opened = await openClientPage({ site, browser: ordinary.context, script: before + script, body, start });
    await ordinary.show(opened.page);
    await entries(opened, 'layout-shift', 1);
    return opened;
  }

  async function click(opened: ClientPage, id: string): Promise<void> {
    const seen = eventsSince(opened, id);
    await opened.page.waitForSelector(`#${id}[data-ready]`);
    await opened.page.click(`#${id}`);
    await seen;
  }

  async function hide({ page, run }: ClientPage): Promise<void> {
    // The library processes interactions when the page is idle, and misses one right before the page is hidden.
    await run('new Promise((resolve) => requestIdleCallback(() => setTimeout(resolve), { timeout: 1_000 }))');
    await ordinary.hideAll();
    await page.waitForFunction(`document.visibilityState === 'hidden'`, undefined, { polling: 50 });
  }

  /** Resolves when the browser has delivered this many entries of a type. */
  function entries({ run }: ClientPage, type: string, count: number): Promise<unknown> {
    return run(`new Promise((resolve) => {
      let seen = 0;
      new PerformanceObserver((list) => {
        seen += list.getEntries().length;
        if (seen >= ${count}) resolve(seen);
      }).observe({ type: '${type}', buffered: true, durationThreshold: 16 });
    })`);
  }

  function eventsSince(page: ClientPage, name: string): Promise<unknown> {
    return page.run(`new Promise((resolve) => {
      new PerformanceObserver((list) => list.getEntriesByName('click').some(({ target }) => target?.id === '${name}') && resolve(true))
        .observe({ type: 'event', durationThreshold: 16 });
      setTimeout(() => document.querySelector('#${name}').dataset.ready = 'true');
    })`);
  }

  function vitals({ run }: ClientPage): Promise<VitalsSpan[]> {
    return run(`events.filter(({ payload }) => payload.op === 'web_vital')
      .map(({ contexts, payload: { name, metrics } }) => ({ name, metrics, contexts: { ...contexts } }))`);
  }

  /** The library's values under the metric names of the SDK. */
  function asOurs(libraryVitals: LibraryVitals): Record<string, number> {
    return Object.fromEntries(
      Object.entries(libraryVitals).map(([name, { value }]) => [
        `web_vital.${name}`,
        name === 'cls' ? Math.round(value * 10_000) / 10_000 : Math.round(value),
      ]),
    );
  }
});
