import { urlOf } from '@sluice/runtime';
import { domainToASCII } from 'node:url';
import { parseOrigin, parsePageUrl } from './parsePageUrl.js';

/** A project's allowed domains. */
export interface OriginRules {
  readonly entries: readonly OriginEntry[];
  /** Whether every request passes: the list is empty or contains `*`. */
  readonly allowsAll: boolean;
  /** Whether the origin `null` passes. */
  readonly allowsOpaque: boolean;
  /** Whether a request without an origin passes. */
  readonly allowsMissing: boolean;
}

/** One allowed domain, or the origin of an app. */
interface OriginEntry {
  /** With its colon; `undefined`: any. */
  readonly scheme: string | undefined;
  /** Lower case; `.example.com` for `*.example.com`, empty for `file://`, `undefined` for `app://*`. */
  readonly host: string | undefined;
  readonly port: string | undefined;
}

/** The schemes that an entry may have without effect: a host is allowed with every scheme. */
const WEB_SCHEMES: ReadonlySet<string> = new Set(['http:', 'https:', 'ws:', 'wss:']);

/**
 * Compiles allowed domains (protocol 5): `example.com`, `example.com:8443`, `*.example.com` (any depth, not the apex), `*`;
 * `app://shop`, `app://*` and `file://`, which allow one scheme only; and `null`.
 */
export function compileOrigins(allowedDomains: readonly string[], allowsMissing: boolean): OriginRules {
  const texts = allowedDomains.map((domain) => domain.trim().toLowerCase());
  return {
    entries: texts.filter((text) => text !== 'null').flatMap((text) => parseEntry(text) ?? []),
    allowsAll: texts.length === 0 || texts.includes('*'),
    allowsOpaque: allowsMissing || texts.includes('null'),
    allowsMissing,
  };
}

function parseEntry(text: string): OriginEntry | undefined {
  const [, scheme, rest = text] = /^([a-z][a-z0-9+.-]*:)\/\/(.*)$/s.exec(text) ?? [];
  const authority = rest.replace(/[/?#].*$/s, '');
  return scheme === undefined || WEB_SCHEMES.has(scheme) ? parseHost(authority) : parseApp(scheme, authority);
}

function parseHost(authority: string): OriginEntry | undefined {
  const match = /^(\*\.)?(\[[0-9a-f:.]+\]|[^:[\]*]+)(?::(\d{1,5}))?$/.exec(authority);
  if (match === null) return undefined;
  const name = (match[2] ?? '').replace(/\.$/, '');
  const host = name.startsWith('[') ? name : domainToASCII(name);
  return host === ''
    ? undefined
    : { scheme: undefined, host: match[1] === undefined ? host : `.${host}`, port: match[3] };
}

function parseApp(scheme: string, authority: string): OriginEntry | undefined {
  if (authority === '*') return { scheme, host: undefined, port: undefined };
  const [prefix, name] = authority.startsWith('*.') ? ['.', authority.slice(2)] : ['', authority];
  const url = /[*@]|^\../.test(name) ? undefined : urlOf(`${scheme}//${name}`);
  if (url === undefined) return undefined;
  const { hostname, port } = url;
  return { scheme, host: `${prefix}${hostname.toLowerCase()}`, port: port === '' ? undefined : port };
}

/**
 * Whether the origin or page of a request passes (protocol 5). @param source `Origin`, or `Referer` without an `Origin`
 */
export function isAllowedOrigin(rules: OriginRules, source: string | undefined): boolean {
  if (rules.allowsAll) return true;
  if (source === undefined || source === '') return rules.allowsMissing;
  if (source === 'null') return rules.allowsOpaque;
  const url = parseOrigin(source);
  if (url === undefined) return false;
  const page = parsePageUrl(source);
  // Only the hosts of the web have a trailing dot that means nothing: `app://.` is an origin.
  const app = { host: url.hostname.toLowerCase(), port: url.port };
  return rules.entries.some((entry) => {
    if (entry.scheme !== undefined) return entry.scheme === url.protocol && matches(entry, app);
    return page !== undefined && matches(entry, page);
  });
}

function matches(entry: OriginEntry, page: { readonly host: string; readonly port: string }): boolean {
  if (entry.port !== undefined && entry.port !== page.port) return false;
  if (entry.host === undefined) return true;
  return entry.host.startsWith('.') && entry.host.length > 1
    ? page.host.endsWith(entry.host)
    : page.host === entry.host;
}
