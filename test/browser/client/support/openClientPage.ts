import { type Browser, type BrowserContext, type Page } from 'playwright-core';
import { composePage, type PageSource } from './composePage.js';

/** What `onError` was told, an entry an event. */
interface Told {
  readonly name: string;
  readonly message: string;
  readonly status?: number;
  readonly type: string;
}

export interface ClientPageOptions extends PageSource {
  readonly browser: Browser | BrowserContext;
  /** Path of the page; a unique one by default. */
  readonly path?: string;
  /** Until when it is waited; `load` where it is absent. */
  readonly waitUntil?: 'load' | 'domcontentloaded';
  /** Prepares the page before it goes to its address. */
  readonly before?: (page: Page) => Promise<unknown>;
}

export interface ClientPage {
  readonly page: Page;
  readonly url: string;
  /** Uncaught errors of the page. */
  readonly errors: readonly string[];
  /** Lines of its console, such as `warning: …`; Chromium's own about failed requests are left out. */
  readonly lines: readonly string[];
  /** What an expression of the page is; promises are waited for. */
  readonly run: <T = unknown>(code: string) => Promise<T>;
  readonly told: () => Promise<readonly Told[]>;
}

let pages = 0;

/** Opens a page of the site that has the SDK; resolves when it has loaded, unless it is not to be waited for so long. */
export async function openClientPage(options: ClientPageOptions): Promise<ClientPage> {
  const { browser, path = `/page-${++pages}`, waitUntil = 'load', before } = options;
  const url = await composePage(options, path);
  const page = await browser.newPage();
  const [errors, lines]: [string[], string[]] = [[], []];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    const text = message.text();
    if (!text.startsWith('Failed to load resource')) lines.push(`${message.type()}: ${text}`);
  });
  await before?.(page);
  await page.goto(url, { waitUntil });
  return {
    page,
    url,
    errors,
    lines,
    run: <T>(code: string) => page.evaluate<T>(code),
    told: () => page.evaluate<readonly Told[]>('told'),
  };
}
