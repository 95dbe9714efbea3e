import { isObject } from '../lib/isObject';
import { cleanCss } from './cleanCss';

/** A JSON object of a recording. */
type Json = Readonly<Record<string, unknown>>;

/** Numbers of rrweb: types of events and sources of incremental ones. */
const FULL_SNAPSHOT = 2;
const INCREMENTAL = 3;
const MUTATION = 0;

/** Elements that load, navigate or change the meaning of URLs. */
const REMOVED = new Set(['script', 'base', 'object', 'embed', 'applet', 'portal', 'fencedframe', 'frame', 'frameset']);

/** Attributes with an address. */
const ADDRESSES = new Set([
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
  'manifest',
  'ping',
  'codebase',
  'archive',
  'classid',
  'profile',
  'srcdoc',
  'lowsrc',
  'dynsrc',
  'imagesrcset',
  'attributionsrc',
  'icon',
  'code',
  'object',
  'rr_src',
  'rr_dataurl',
  'target',
  'http-equiv',
  'content',
  'rel',
]);

/** Attributes that start something by themselves. */
const ACTIVE = new Set(['autofocus', 'autoplay', 'rr_mediastate', 'accesskey']);

/** Addresses that load nothing: parts of the document, and pictures within the recording. */
const isHarmless = (address: string): boolean =>
  /^\s*(?:#|data:image\/(?:png|jpe?g|gif|webp|avif|bmp|svg\+xml|x-icon)[;,])/i.test(address);

/** Attributes whose text is no style, however it looks: the class `bg-[url(/a.png)]` of Tailwind. */
const NO_STYLE = /^(?:class|id|name|for|title|alt|value|placeholder|label|data-.*|aria-.*)$/;

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
    } else clean[name] = NO_STYLE.test(lower) ? value : cleanStyles(value);
  }
  return clean;
}

/** Texts with styles, and the properties that a mutation of a style sets. */
function cleanStyles(value: unknown): unknown {
  if (typeof value === 'string') return cleanCss(value);
  if (Array.isArray(value)) return value.map(cleanStyles);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, cleanStyles(inner)]));
}

/** Returns the texts of a style element as one: browsers read them so, and a rule may begin in one and end in the next. */
function joinTexts(children: readonly unknown[]): readonly unknown[] {
  const texts = children.map((child) => (isObject(child) ? child['textContent'] : undefined));
  const whole = texts.filter((text) => typeof text === 'string').join('');
  const first = texts.findIndex((text) => typeof text === 'string');
  return children.map((child, index) =>
    typeof texts[index] === 'string' ? { ...(child as Json), textContent: index === first ? whole : '' } : child,
  );
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
    const children = clean['childNodes'] as readonly unknown[];
    clean['childNodes'] = (tag === 'style' ? joinTexts(children) : children).map((child) =>
      cleanNode(child, tag === 'style'),
    );
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
