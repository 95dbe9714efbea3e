import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext, type Page } from 'playwright-core';
import { waitFor } from '../../../e2e/support/waitFor.js';
import { chromiumArguments, findChromium } from '../../chromium.js';

/** Chromium as users run it: one window, in which only the active tab is visible. */
export interface OrdinaryChromium {
  /** The context in which to open pages. */
  readonly context: BrowserContext;
  /** Activates a tab, which hides the others and fires real `visibilitychange` events. Resolves when the page is visible. */
  show(page: Page): Promise<void>;
  /** Hides every page by activating an empty tab. Resolves when all are hidden. */
  hideAll(): Promise<void>;
  /** Freezes a hidden page, as browsers do with background tabs, or resumes it. */
  setFrozen(page: Page, isFrozen: boolean): Promise<void>;
  stop(): Promise<void>;
}

/** Resolves to the DevTools URL of a browser that was just started. */
function devToolsUrl(browser: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    browser.stderr?.on('data', (part: Buffer) => {
      output += part.toString();
      const [, address] = /DevTools listening on (ws:\S+)/.exec(output) ?? [];
      if (address !== undefined) resolve(address);
    });
    browser.once('exit', () => reject(new Error(`Chromium ended:\n${output}`)));
  });
}

/** Resolves when the page has seen the change: on a busy machine, a tab is activated before its page knows. */
const untilItIs = (page: Page, state: 'visible' | 'hidden'): Promise<unknown> =>
  waitFor(async () => (await page.evaluate('document.visibilityState')) === state, { what: `a ${state} page` });

/**
 * Starts Chromium and connects to it. When Playwright starts the browser instead, pages are always visible, are never
 * frozen and never enter the back/forward cache.
 */
export async function startOrdinaryChromium(): Promise<OrdinaryChromium> {
  const profile = await mkdtemp(join(tmpdir(), 'sluice-chromium-'));
  const ports = ['--remote-debugging-port=0', `--user-data-dir=${profile}`];
  const child = spawn(findChromium() ?? '', [...chromiumArguments, ...ports, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const browser = await chromium.connectOverCDP(await devToolsUrl(child), { noDefaults: true });
  const [context] = browser.contexts();
  if (context === undefined) throw new Error('Chromium has no window');
  const empty = context.pages()[0] ?? (await context.newPage());
  return {
    context,
    async show(page) {
      await page.bringToFront();
      await untilItIs(page, 'visible');
    },
    async hideAll() {
      await empty.bringToFront();
      const others = context.pages().filter((page) => page !== empty);
      await Promise.all(others.map((page) => untilItIs(page, 'hidden')));
    },
    async setFrozen(page, isFrozen) {
      const session = await context.newCDPSession(page);
      await session.send('Page.setWebLifecycleState', { state: isFrozen ? 'frozen' : 'active' });
      await session.detach();
    },
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      await browser.close();
      child.kill();
      await ended;
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
