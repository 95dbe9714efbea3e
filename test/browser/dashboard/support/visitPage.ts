import { type BrowserContextOptions, type Page } from 'playwright-core';
import { type Chromium } from '../../useChromium.js';
import { settle } from './settle.js';
import { watchProblems, type Problems } from './watchProblems.js';

/** A page of the dashboard, and what went wrong on it. */
export interface Opened {
  readonly page: Page;
  readonly problems: Problems;
  /** Opens a path of the dashboard; resolves when it has loaded. */
  readonly open: (path: string) => Promise<void>;
}

/** Options of a page. */
export interface OpenOptions extends BrowserContextOptions {
  /** Parts of URLs that may answer with an error status. */
  readonly expected?: readonly string[];
}

/** Opens a new page without a session. */
export async function visitPage(
  browser: Chromium,
  baseUrl: string,
  { expected = [], ...options }: OpenOptions = {},
): Promise<Opened> {
  const context = await browser.newContext({
    baseURL: baseUrl,
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    locale: 'en-US',
    timezoneId: 'UTC',
    ...options,
  });
  const page = await context.newPage();
  const problems = await watchProblems(page, options.baseURL ?? baseUrl, expected);
  const open = async (path: string): Promise<void> => {
    await page.goto(path);
    await settle(page);
  };
  return { page, problems, open };
}
