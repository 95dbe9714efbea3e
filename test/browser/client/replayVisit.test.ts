import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { chromium, type Browser, type Page } from 'playwright-core';
import type { Session } from '../../../packages/client/src/replay/session.js';
import { chromiumArguments, findChromium } from '../chromium.js';
import type { ReplayPage } from './replayPage.js';
import { type Site } from '../serveLocally.js';
import { serveBundle } from './serveBundle.js';

declare const page: ReplayPage;

const executablePath = findChromium();

(executablePath === undefined ? describe.skip : describe)('a replay of several pages in Chromium', () => {
  let browser: Browser;
  let site: Site;
  beforeAll(async () => {
    site = await serveBundle('replayPage.ts', {});
    browser = await chromium.launch({ executablePath: executablePath ?? '', args: [...chromiumArguments] });
  }, 60_000);
  afterAll(async () => {
    await browser.close();
    site.stop();
  });

  /** Records the open page until its snapshot is sent. @returns the numbers of its segments */
  async function record(opened: Page): Promise<number[]> {
    await opened.evaluate(() => page.start({}));
    await opened.waitForFunction(() => {
      page.leave();
      return page.segments().length > 0;
    });
    await opened.evaluate(() => page.leaveOnHide());
    return opened.evaluate(() => page.segments().map(({ segment }) => segment));
  }

  const visit = async (opened: Page): Promise<Session> =>
    JSON.parse(await opened.evaluate(() => sessionStorage.getItem('sluice.replay') ?? '')) as Session;

  test('continues on the next page, but not in a window that a page opens', async () => {
    const opened = await browser.newPage();
    await opened.goto(`${site.origin}/replayShown.html`);
    expect(await record(opened)).toEqual([0]);
    const { id } = await visit(opened);
    await opened.click('#open');
    await opened.goto(`${site.origin}/replayMasked.html`);
    const [first] = await record(opened);
    expect(first).toBeGreaterThan(0);
    expect(await visit(opened)).toMatchObject({ id });
    await opened.click('#heading');
    await opened.waitForFunction(() => sessionStorage.getItem('sluice.replay')?.includes('"isOpen":true'));
    const [popup] = await Promise.all([
      opened.waitForEvent('popup'),
      opened.evaluate(() => void open('/replayShown.html')),
    ]);
    await popup.waitForLoadState();
    expect(await record(popup)).toEqual([0]);
    expect((await visit(popup)).id).not.toBe(id);
    expect(await visit(opened)).toMatchObject({ id });
    await opened.close();
  }, 60_000);
});
