/** A JSON object of a recording. */
type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Numbers of rrweb: types of events and sources of incremental ones. */
const FULL_SNAPSHOT = 2;
const INCREMENTAL = 3;
const MUTATION = 0;

/** Elements that load, navigate or change the meaning of URLs. */
const REMOVED = new Set(['script', 'base', 'object', 'embed', 'applet', 'portal', 'fencedframe', 'frame', 'frameset']);

/** Attributes with an address. */
const ADDRESSES = new Set([
  ...[
    'src',
    'srcset',
    'href',
    'xlink:href',
    'action',
    'formaction',
    'poster',
    'background',
    'data',
    'cite',
    'longdesc',
  ],
  ...['manifest', 'ping', 'codebase', 'archive', 'classid', 'profile', 'srcdoc', 'lowsrc', 'dynsrc', 'imagesrcset'],
  ...['attributionsrc', 'icon', 'code', 'object', 'rr_src', 'rr_dataurl', 'target', 'http-equiv', 'content', 'rel'],
]);

/** Attributes that start something by themselves. */
const ACTIVE = new Set(['autofocus', 'autoplay', 'rr_mediastate', 'accesskey']);

/** Addresses that load nothing: parts of the document, and pictures within the recording. */
const isHarmless = (address: string): boolean =>
  /^\s*(?:#|data:image\/(?:png|jpe?g|gif|webp|avif|bmp|svg\+xml|x-icon)[;,])/i.test(address);

/** Nothing, as a picture or font. */
const NOTHING = 'url("data:,")';

/** `u\\72l` means `url`: letters and signs that are written as escapes. */
const unescapeCss = (css: string): string =>
  css
    .replace(/\\([0-9a-f]{1,6})[ \t\r\n\f]?/gi, (whole, digits: string) => {
      const code = parseInt(digits, 16);
      return code < 128 && /[a-z@(:/-]/i.test(String.fromCharCode(code)) ? String.fromCharCode(code) : whole;
    })
    .replace(/\\([g-z@(])/gi, '$1');

/** Returns a style sheet or a style without addresses of other files. */
export const cleanCss = (css: string): string =>
  (css.includes('\\') ? unescapeCss(css) : css)
    .replace(/@import\b[^;]*;?/gi, '')
    .replace(/\b(?:-webkit-)?image-set\(/gi, 'x-set(')
    .replace(/url\(\s*("[^"]*"|'[^']*'|[^)"']*)\s*\)/gi, (whole, address: string) =>
      /^["']?\s*(?:#|data:)/i.test(address) ? whole : NOTHING,
    )
    // A browser would report that nothing is not a font.
    .replace(/@font-face\s*\{[^}]*url\("data:,"\)[^}]*\}/gi, '');

function cleanAttributes(attributes: Json, isSheet: boolean): Json {
  const clean: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(attributes)) {
    const lower = name.toLowerCase();
    if (lower.startsWith('on') || ACTIVE.has(lower)) continue;
    if (isSheet && lower === 'rel') clean[name] = 'stylesheet';
    else if (ADDRESSES.has(lower)) {
      if (typeof value === 'string' && isHarmless(value)) clean[name] = value;
      // A mutation that removes an attribute.
      else if (value === null) clean[name] = null;
    } else clean[name] = cleanStyles(value);
  }
  return clean;
}

/** Texts with styles, and the properties that a mutation of a style sets. */
function cleanStyles(value: unknown): unknown {
  if (typeof value === 'string') return /url\(|@import|image-set|\\/i.test(value) ? cleanCss(value) : value;
  if (Array.isArray(value)) return value.map(cleanStyles);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, cleanStyles(inner)]));
}

/** Returns a recorded node without what could load, navigate or run. Nodes keep their ids, so that later events find them. */
export function cleanNode(node: unknown, isInStyle = false): unknown {
  if (!isObject(node)) return node;
  const clean: Record<string, unknown> = { ...node };
  const tag = typeof node['tagName'] === 'string' ? node['tagName'].toLowerCase() : '';
  if (typeof node['textContent'] === 'string' && (isInStyle || node['isStyle'] === true)) {
    clean['textContent'] = cleanCss(node['textContent']);
  }
  if (tag !== '') {
    const attributes = isObject(node['attributes']) ? node['attributes'] : {};
    const isSheet = tag === 'link' && typeof attributes['_cssText'] === 'string';
    if (REMOVED.has(tag) || tag === 'meta' || (tag === 'link' && !isSheet)) {
      clean['tagName'] = 'x-removed';
      clean['attributes'] = {};
      if (tag === 'script') clean['childNodes'] = [];
    } else clean['attributes'] = cleanAttributes(attributes, isSheet);
  }
  if (Array.isArray(clean['childNodes'])) {
    clean['childNodes'] = clean['childNodes'].map((child) => cleanNode(child, tag === 'style'));
  }
  return clean;
}

function cleanMutation(data: Json): Json {
  const list = (name: string): readonly unknown[] => (Array.isArray(data[name]) ? data[name] : []);
  return {
    ...data,
    adds: list('adds').map((add) => (isObject(add) ? { ...add, node: cleanNode(add['node']) } : add)),
    attributes: list('attributes').map((change) =>
      isObject(change) && isObject(change['attributes'])
        ? { ...change, attributes: cleanAttributes(change['attributes'], false) }
        : change,
    ),
    texts: list('texts').map(cleanStyles),
  };
}

/**
 * Returns a recorded event without anything that could load a file, navigate or run. The policy of the frame's document and the
 * sandbox of the rebuilt page forbid the same; this also covers what a policy does not (connections that a `<link>` opens in
 * advance), and keeps the browser from reporting each attempt. Unknown values are returned as they are.
 */
export function cleanEvent(event: unknown): unknown {
  if (!isObject(event) || !isObject(event['data'])) return event;
  const { data } = event;
  if (event['type'] === FULL_SNAPSHOT) return { ...event, data: { ...data, node: cleanNode(data['node']) } };
  if (event['type'] !== INCREMENTAL) return event;
  return { ...event, data: data['source'] === MUTATION ? cleanMutation(data) : cleanStyles(data) };
}
