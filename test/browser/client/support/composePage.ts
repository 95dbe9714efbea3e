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

/** The tag of the SDK's own file, or of its loader. */
interface Tag {
  readonly src: string;
  /** Attributes, such as `data-dsn`. */
  readonly attributes: Readonly<Record<string, string>>;
}

/** What a page is made of. */
export interface PageSource {
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
}

const quoted = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

const tagHtml = ({ src, attributes }: Tag): string => {
  const all = Object.entries({ src, ...attributes }).map(([name, value]) => `${name}="${quoted(value)}"`);
  return `<script ${all.join(' ')}></script>`;
};

/** Where a page without scripts is: to go there is to leave. */
export const elsewhere = '/elsewhere';

/** Serves a page and its scripts at a path of the site. @returns the page's address */
export async function composePage(options: PageSource, path: string): Promise<string> {
  const {
    site,
    headers = {},
    script = options.tag === undefined ? apiScript : '',
    tag,
    start = '',
    given = {},
    body = '',
  } = options;
  const type = 'text/javascript';
  site.put(`${path}/given.js`, { type, body: `globalThis.given = ${JSON.stringify(given)};` });
  site.put(`${path}/page.js`, { type, body: script === '' ? '' : await bundle(script) });
  site.put(`${path}/start.js`, { type, body: start });
  site.put(elsewhere, { body: '<!doctype html><title>elsewhere</title>' });
  const scripts = ['given', 'page'].map((name) => `<script src="${path}/${name}.js"></script>`);
  const head = `<title>${path}</title>${tag === undefined ? '' : tagHtml(tag)}${scripts.join('')}`;
  const html = `<!doctype html><head>${head}</head><body>${body}<script src="${path}/start.js"></script></body>`;
  site.put(path, { body: html, headers });
  return `${site.origin}${path}`;
}
