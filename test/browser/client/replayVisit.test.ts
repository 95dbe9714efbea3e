import { expect, test } from '@jest/globals';
import { type Page } from 'playwright-core';
import type { Session } from '../../../packages/client/src/replay/session.js';
import type { ReplayPage } from './replayPage.js';
import { useChromium, describeInChromium } from '../useChromium.js';
import { useBundle } from './useBundle.js';

declare const page: ReplayPage;

describeInChromium('a replay of several pages in Chromium', () => {
  const site = useBundle('replayPage.ts', {});
  const browser = useChromium();

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

  async function visit(opened: Page): Promise<Session> {
    return JSON.parse(await opened.evaluate(() => sessionStorage.getItem('sluice.replay') ?? '')) as Session;
  }
});
