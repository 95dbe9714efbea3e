import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext, type Page } from 'playwright-core';
import { chromiumArguments, findChromium } from '../../chromium.js';

/** Chromium as people have it: one window, whose tabs hide each other. */
export interface OrdinaryChromium {
  /** Where pages are opened. */
  readonly context: BrowserContext;
  /** Puts a tab in front of the others, which hides them: the real `visibilitychange`. */
  show(page: Page): Promise<void>;
  /** Hides every page behind an empty tab. */
  hideAll(): Promise<void>;
  /** Freezes a hidden page, as a browser does with tabs in the background, or has it go on. */
  setFrozen(page: Page, isFrozen: boolean): Promise<void>;
  stop(): Promise<void>;
}

/** Resolves to the address at which a browser that was just started is steered. */
function steeringAddress(browser: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    browser.stderr?.on('data', (part: Buffer) => {
      said += part.toString();
      const [, address] = /DevTools listening on (ws:\S+)/.exec(said) ?? [];
      if (address !== undefined) resolve(address);
    });
    browser.once('exit', () => reject(new Error(`Chromium ended:\n${said}`)));
  });
}

/**
 * Starts Chromium and connects to it. Where Playwright starts it, every page believes that it is looked at, is never
 * frozen, and never kept in the back/forward cache.
 */
export async function startOrdinaryChromium(): Promise<OrdinaryChromium> {
  const profile = await mkdtemp(join(tmpdir(), 'sluice-chromium-'));
  const ports = ['--remote-debugging-port=0', `--user-data-dir=${profile}`];
  const child = spawn(findChromium() ?? '', [...chromiumArguments, ...ports, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const browser = await chromium.connectOverCDP(await steeringAddress(child), { noDefaults: true });
  const [context] = browser.contexts();
  if (context === undefined) throw new Error('Chromium has no window');
  const empty = context.pages()[0] ?? (await context.newPage());
  return {
    context,
    show: (page) => page.bringToFront(),
    hideAll: () => empty.bringToFront(),
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
