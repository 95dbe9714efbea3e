import { urlOf } from '@sluice/runtime';

/** Host and port of a page. */
export interface Page {
  /** Lower case, without a trailing dot; IPv6 in brackets. */
  readonly host: string;
  /** The scheme's default if the URL has no port. */
  readonly port: string;
}

const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

/** Characters of a URL up to its path. A host has at most 253; converting one of thousands takes a millisecond. */
const LONGEST_ORIGIN = 512;

/** Returns host and port of an origin or a page's URL; `undefined` if the text is not a URL with a host. */
export function parsePageUrl(text: string): Page | undefined {
  const url = parseOrigin(text);
  const host = url?.hostname.toLowerCase().replace(/\.$/, '') ?? '';
  if (url === undefined || host === '') return undefined;
  return { host, port: url.port === '' ? (DEFAULT_PORTS[url.protocol] ?? '') : url.port };
}

/** Returns the URL of a text, of a long one without its path; `undefined` if it is none, or too long up to its path. */
export function parseOrigin(text: string): URL | undefined {
  const origin = text.length > LONGEST_ORIGIN ? withoutPath(text.slice(0, LONGEST_ORIGIN)) : text;
  return origin === undefined ? undefined : urlOf(origin);
}

const withoutPath = (start: string): string | undefined => /^([^/\\?#]*[/\\]*[^/\\?#]*)[/\\?#]/.exec(start)?.[1];
