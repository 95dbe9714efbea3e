import { urlOf } from '@sluice/runtime';

/** Host and port of a page. */
export interface Page {
  /** Lower case, without a trailing dot; IPv6 in brackets. */
  readonly host: string;
  /** The scheme's default if the URL has no port. */
  readonly port: string;
}

const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

/** Characters of a URL up to its path, with the name and password of a user. */
const LONGEST_ORIGIN = 512;

/** Characters of a host as sent. Converting longer ones to ASCII takes up to a millisecond, and DNS has none. */
const LONGEST_HOST = 253;

/** Returns host and port of an origin or a page's URL; `undefined` if the text is not a URL with a host. */
export function parsePageUrl(text: string): Page | undefined {
  const url = parseOrigin(text);
  const host = url?.hostname.toLowerCase().replace(/\.$/, '') ?? '';
  if (url === undefined || host === '') return undefined;
  return { host, port: url.port === '' ? (DEFAULT_PORTS[url.protocol] ?? '') : url.port };
}

/**
 * Returns the URL of a text, of a long one without its path; `undefined` if it is none, if it is too long up to its path, or if its
 * host is.
 */
export function parseOrigin(text: string): URL | undefined {
  const origin = text.length > LONGEST_HOST ? withoutPath(text) : text;
  return origin === undefined ? undefined : urlOf(origin);
}

/** `URL` ignores tabs and line breaks. */
const SCHEME = /^[^/\\?#:]*:[/\\\t\r\n]*/;

function withoutPath(text: string): string | undefined {
  const start = text.slice(0, LONGEST_ORIGIN);
  const scheme = SCHEME.exec(start)?.[0];
  if (scheme === undefined) return undefined;
  const length = start.slice(scheme.length).search(/[/\\?#]/);
  if (length < 0 && text.length > LONGEST_ORIGIN) return undefined;
  const authority = start.slice(scheme.length, length < 0 ? undefined : scheme.length + length);
  const host = authority.slice(authority.lastIndexOf('@') + 1).replace(/:\d*$/, '');
  return host.length > LONGEST_HOST ? undefined : scheme + authority;
}
