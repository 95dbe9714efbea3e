import { type Browser, type BrowserContext, type Page } from 'playwright-core';
import { bundle } from './bundle.js';
import { type ClientSite } from './clientSite.js';

/**
 * The whole API as `sluice`; `onError` writes down in `told` what it is given, and `given` is what the test gave.
 */
const apiScript = `
  import * as sluice from '@sluice/client';
  const told = [];
  const onError = (error, event) => {
    told.push({ name: error.name, message: error.message, status: error.status, type: event.type });
  };
  Object.assign(globalThis, { sluice, told, onError });
`;

/** What `onError` was told, an entry an event. */
interface Told {
  readonly name: string;
  readonly message: string;
  readonly status?: number;
  readonly type: string;
}

/** The tag of the SDK's own file, or of its loader. */
interface Tag {
  readonly src: string;
  /** Attributes, such as `data-dsn`. */
  readonly attributes: Readonly<Record<string, string>>;
}

export interface ClientPageOptions {
  readonly browser: Browser | BrowserContext;
  readonly site: ClientSite;
  /** Source of a module; `apiScript` where neither it nor a tag is given. */
  readonly script?: string;
  readonly tag?: Tag;
  /** Plain JavaScript after that: it sees the globals of the script, and `given`. */
  readonly start?: string;
  /** Plain data that the page has as `given`. */
  readonly given?: unknown;
  /** HTML of the page's body. */
  readonly body?: string;
  /** Of the page, such as a `Content-Security-Policy`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Where it is served: a path of its own where it is absent. */
  readonly path?: string;
  /** Until when it is waited; `load` where it is absent. */
  readonly waitUntil?: 'load' | 'domcontentloaded';
  /** Prepares the page before it goes to its address. */
  readonly before?: (page: Page) => Promise<unknown>;
}

export interface ClientPage {
  readonly page: Page;
  readonly url: string;
  /** What nobody in the page caught. */
  readonly errors: readonly string[];
  /** Lines of its console, such as `warning: …`; Chromium's own about failed requests are left out. */
  readonly lines: readonly string[];
  /** What an expression of the page is; promises are waited for. */
  readonly run: <T = unknown>(code: string) => Promise<T>;
  readonly told: () => Promise<readonly Told[]>;
}

const quoted = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

const tagHtml = ({ src, attributes }: Tag): string => {
  const all = Object.entries({ src, ...attributes }).map(([name, value]) => `${name}="${quoted(value)}"`);
  return `<script ${all.join(' ')}></script>`;
};

let pages = 0;

/** Where a page without scripts is: to go there is to leave. */
export const elsewhere = '/elsewhere';

/** Puts the page's scripts in their place. @returns the HTML of the page */
async function compose(options: ClientPageOptions, path: string): Promise<string> {
  const { site, script = options.tag === undefined ? apiScript : '', tag, start = '', given = {}, body = '' } = options;
  const type = 'text/javascript';
  site.put(`${path}/given.js`, { type, body: `globalThis.given = ${JSON.stringify(given)};` });
  site.put(`${path}/page.js`, { type, body: script === '' ? '' : await bundle(script) });
  site.put(`${path}/start.js`, { type, body: start });
  site.put(elsewhere, { body: '<!doctype html><title>elsewhere</title>' });
  const scripts = ['given', 'page'].map((name) => `<script src="${path}/${name}.js"></script>`);
  const head = `<title>${path}</title>${tag === undefined ? '' : tagHtml(tag)}${scripts.join('')}`;
  return `<!doctype html><head>${head}</head><body>${body}<script src="${path}/start.js"></script></body>`;
}

/** Opens a page of the site that has the SDK; resolves when it has loaded, unless it is not to be waited for so long. */
export async function openClientPage(options: ClientPageOptions): Promise<ClientPage> {
  const { browser, site, headers = {}, path = `/page-${++pages}`, waitUntil = 'load', before } = options;
  site.put(path, { body: await compose(options, path), headers });
  const page = await browser.newPage();
  const [errors, lines]: [string[], string[]] = [[], []];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    const text = message.text();
    if (!text.startsWith('Failed to load resource')) lines.push(`${message.type()}: ${text}`);
  });
  await before?.(page);
  const url = `${site.origin}${path}`;
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
