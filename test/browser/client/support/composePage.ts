import { bundle } from './bundle.js';
import { type ClientSite } from './clientSite.js';

/** Default script of a page: exposes the API as `sluice`, and an `onError` that appends its arguments to `reported`. */
const apiScript = `
  import * as sluice from '@sluice/client';
  const reported = [];
  const onError = (error, event) => {
    reported.push({ name: error.name, message: error.message, status: error.status, type: event.type });
  };
  Object.assign(globalThis, { sluice, reported, onError });
`;

/** The script tag of the SDK or of its loader. */
interface Tag {
  readonly src: string;
  /** Attributes, such as `data-dsn`. */
  readonly attributes: Readonly<Record<string, string>>;
}

/** The contents of a page. */
export interface PageSource {
  readonly site: ClientSite;
  /** Source of a module; by default `apiScript`, or nothing if the page has a tag. */
  readonly script?: string;
  readonly tag?: Tag;
  /** Plain JavaScript that runs after it, with access to the globals of the script and to `pageData`. */
  readonly start?: string;
  /** JSON value that the page sees as the global `pageData`. */
  readonly pageData?: unknown;
  /** HTML of the page's body. */
  readonly body?: string;
  /** Response headers of the page, such as `Content-Security-Policy`. */
  readonly headers?: Readonly<Record<string, string>>;
}

const quoted = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

const tagHtml = ({ src, attributes }: Tag): string => {
  const all = Object.entries({ src, ...attributes }).map(([name, value]) => `${name}="${quoted(value)}"`);
  return `<script ${all.join(' ')}></script>`;
};

/** Path of a page without scripts, to navigate away to. */
export const elsewhere = '/elsewhere';

/** Serves a page and its scripts at a path of the site. @returns the page's address */
export async function composePage(options: PageSource, path: string): Promise<string> {
  const {
    site,
    headers = {},
    script = options.tag === undefined ? apiScript : '',
    tag,
    start = '',
    pageData = {},
    body = '',
  } = options;
  const type = 'text/javascript';
  site.put(`${path}/pageData.js`, { type, body: `globalThis.pageData = ${JSON.stringify(pageData)};` });
  site.put(`${path}/page.js`, { type, body: script === '' ? '' : await bundle(script) });
  site.put(`${path}/start.js`, { type, body: start });
  site.put(elsewhere, { body: '<!doctype html><title>elsewhere</title>' });
  const scripts = ['pageData', 'page'].map((name) => `<script src="${path}/${name}.js"></script>`);
  const head = `<title>${path}</title>${tag === undefined ? '' : tagHtml(tag)}${scripts.join('')}`;
  const html = `<!doctype html><head>${head}</head><body>${body}<script src="${path}/start.js"></script></body>`;
  site.put(path, { body: html, headers });
  return `${site.origin}${path}`;
}
