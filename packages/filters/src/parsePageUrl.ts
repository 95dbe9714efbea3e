/** Host and port of a page. */
export interface Page {
  /** Lower case, without a trailing dot; IPv6 in brackets. */
  readonly host: string;
  /** The scheme's default if the URL has no port. */
  readonly port: string;
}

const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

/** Returns host and port of an origin or a page's URL; `undefined` if the text is not a URL with a host. */
export function parsePageUrl(text: string): Page | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const host = url.hostname.toLowerCase().replace(/\.$/, '');
  return host === '' ? undefined : { host, port: url.port === '' ? (DEFAULT_PORTS[url.protocol] ?? '') : url.port };
}
