import { domainToASCII } from 'node:url';
import { parsePageUrl, type Page } from './parsePageUrl.js';

/** A project's allowed domains. */
export interface OriginRules {
  readonly entries: readonly OriginEntry[];
  /** Whether every request passes: the list is empty or contains `*`. */
  readonly allowsAll: boolean;
  /** Whether a request without an origin passes. */
  readonly allowsMissing: boolean;
}

/** One allowed domain. */
interface OriginEntry {
  /** Lower case, without scheme and trailing dot; `.example.com` for `*.example.com`. */
  readonly host: string;
  readonly port: string | undefined;
}

/** Compiles allowed domains: `example.com`, `example.com:8443`, `*.example.com` (any depth, not the apex), `*`. */
export function compileOrigins(allowedDomains: readonly string[], allowsMissing: boolean): OriginRules {
  const entries = allowedDomains.map(parseDomain).filter((entry) => entry !== undefined);
  const allowsAll = allowedDomains.length === 0 || allowedDomains.some((domain) => domain.trim() === '*');
  return { entries, allowsAll, allowsMissing };
}

function parseDomain(text: string): OriginEntry | undefined {
  const authority = text
    .trim()
    .toLowerCase()
    .replace(/^[a-z][a-z0-9+.-]*:\/\//, '')
    .replace(/[/?#].*$/s, '');
  const match = /^(\*\.)?(\[[0-9a-f:.]+\]|[^:[\]*]+)(?::(\d{1,5}))?$/.exec(authority);
  if (match === null) return undefined;
  const name = (match[2] ?? '').replace(/\.$/, '');
  const host = name.startsWith('[') ? name : domainToASCII(name);
  return host === '' ? undefined : { host: match[1] === undefined ? host : `.${host}`, port: match[3] };
}

/**
 * Whether the origin or page of a request passes (protocol 5). @param source `Origin`, or `Referer` without an `Origin`
 */
export function isAllowedOrigin(rules: OriginRules, source: string | undefined): boolean {
  if (rules.allowsAll) return true;
  if (source === undefined || source === '' || source === 'null') return rules.allowsMissing;
  const page = parsePageUrl(source);
  return page !== undefined && rules.entries.some((entry) => matches(entry, page));
}

function matches(entry: OriginEntry, page: Page): boolean {
  if (entry.port !== undefined && entry.port !== page.port) return false;
  return entry.host.startsWith('.') ? page.host.endsWith(entry.host) : page.host === entry.host;
}
