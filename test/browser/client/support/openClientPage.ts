import { type BrowserContext, type Page } from 'playwright-core';
import { type Chromium } from '../../useChromium.js';
import { composePage, type PageSource } from './composePage.js';

/** A call of `onError`; there is one per event. */
interface ReportedError {
  readonly name: string;
  readonly message: string;
  readonly status?: number;
  readonly type: string;
}

export interface ClientPageOptions extends PageSource {
  readonly browser: Chromium | Pick<BrowserContext, 'newPage'>;
  /** Path of the page; unique by default. */
  readonly path?: string;
  /** The load state to wait for; `load` by default. */
  readonly waitUntil?: 'load' | 'domcontentloaded';
  /** Prepares the page before navigation. */
  readonly before?: (page: Page) => Promise<unknown>;
}

export interface ClientPage {
  readonly page: Page;
  readonly url: string;
  /** Uncaught errors of the page. */
  readonly errors: readonly string[];
  /** Console lines, such as `warning: …`, without Chromium's own messages about failed requests. */
  readonly lines: readonly string[];
  /** Evaluates an expression in the page and awaits promises. */
  readonly run: <T = unknown>(code: string) => Promise<T>;
  readonly reportedErrors: () => Promise<readonly ReportedError[]>;
}

let pages = 0;

/** Opens a page of the site that loads the SDK; resolves when the page reaches `waitUntil`. */
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
    reportedErrors: () => page.evaluate<readonly ReportedError[]>('reported'),
  };
}
