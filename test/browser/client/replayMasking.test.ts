import { expect, test } from '@jest/globals';
import { type Page } from 'playwright-core';
import type { ReplayPayload } from '../../../packages/client/src/core/event.js';
import type { ReplayPage } from './replayPage.js';
import { changeMaskedPage, changeShownPage } from './replayChanges.js';
import { useChromium, describeInChromium } from '../useChromium.js';
import { useBundle } from './useBundle.js';

declare const page: ReplayPage;

interface Recorded {
  readonly type: number;
  readonly data: { readonly source?: number };
}

/** Matches a secret of the pages, with its context. `geheimlos` is not one. */
const SECRET = /.{0,60}geheim(?!los).{0,40}/gi;

describeInChromium('a replay of a page with secrets in Chromium', () => {
  const site = useBundle('replayPage.ts', {
    '/frame': '<title>geheim-served</title><p>geheim-served</p><input id="in" value="geheim-served">',
    '/sheet.css': '.sheet { color: rgb(7, 8, 9) } .sheet::after { content: "geheim-served-sheet" }',
  });
  const browser = useChromium();

  test('contains no text or input, but keeps layout and styles', async () => {
    const segments = await recorded('replayMasked.html', {}, changeMaskedPage);
    const text = JSON.stringify(segments);
    expect(text.match(SECRET) ?? []).toEqual([]);
    const kept = ['headline', 'rgb(1, 2, 3)', 'Open Sans', 'rgb(4, 5, 6)', 'rgb(7, 8, 9)', 'rgb(10, 11, 12)', '******'];
    const shaping = ['/font.woff2', 'head head', '\uf101', '"data-state":"open"', '"aria-expanded":"true"'];
    expect([...kept, ...shaping].filter((part) => !text.includes(part))).toEqual([]);
    const sources = new Set(eventsOf(segments).map(({ data }) => data.source));
    expect([...sources]).toEqual(expect.arrayContaining([0, 2, 5, 8, 13, 14, 15]));
  }, 60_000);

  test('with mask: false still omits passwords, codes, card numbers, and masked or blocked elements', async () => {
    const segments = await recorded('replayShown.html', { mask: false, block: '.mine' }, changeShownPage);
    const text = JSON.stringify(segments);
    expect(text.match(SECRET) ?? []).toEqual([]);
    const shown = ['text', 'attribute', 'input', 'typed', 'later', 'frame', 'frame-later', 'moved-out'];
    expect(shown.filter((part) => !text.includes(`offen-${part}`))).toEqual([]);
  }, 60_000);

  async function segmentsOf(opened: Page): Promise<ReplayPayload[]> {
    await opened.evaluate(() => page.leave());
    return opened.evaluate(() => page.segments());
  }

  /** Waits until this many full snapshots were sent. */
  async function snapshots(opened: Page, wanted: number): Promise<void> {
    await opened.waitForFunction((least) => {
      page.leave();
      const events = page.segments().flatMap((segment) => segment.events as { readonly type: number }[]);
      return events.filter(({ type }) => type === 2).length >= least;
    }, wanted);
  }

  /** Records a page, changes it, and takes a second full snapshot of the result. */
  async function recorded(
    path: string,
    options: object,
    change: (opened: Page) => Promise<void>,
  ): Promise<ReplayPayload[]> {
    const opened = await browser.newPage();
    const errors: string[] = [];
    opened.on('pageerror', (error) => errors.push(String(error)));
    opened.on('console', (message) => (message.text().startsWith('[DOM]') ? 0 : errors.push(message.text())));
    await opened.goto(`${site.origin}/${path}?geheim-address#geheim-hash`, { waitUntil: 'load' });
    await opened.evaluate((replayOptions) => page.start(replayOptions), options);
    await snapshots(opened, 1);
    await change(opened);
    await segmentsOf(opened);
    await opened.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
    await snapshots(opened, 2);
    const segments = await segmentsOf(opened);
    await opened.close();
    expect(new Set(segments.map(({ replayId }) => replayId)).size).toBe(1);
    expect(segments.map(({ segment }) => segment)).toEqual(segments.map((_, index) => index));
    expect(errors).toEqual([]);
    return segments;
  }

  function eventsOf(segments: readonly ReplayPayload[]): Recorded[] {
    return segments.flatMap(({ events }) => events as Recorded[]);
  }
});
