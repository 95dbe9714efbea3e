import type { KeyKind } from '@sluice/contract';
import { domainToASCII } from 'node:url';
import { parsePageUrl, type Page } from './parsePageUrl.js';
import { Refusal, serverKeyInBrowser } from '../answer.js';

/** A project's allowed domains, read once for each version of its settings. */
export interface OriginRules {
  readonly entries: readonly OriginEntry[];
  /** Whether every request passes: no entry, or `*` among them. */
  readonly allowsAll: boolean;
  /** Whether a request without an origin passes. */
  readonly allowsMissing: boolean;
}

interface OriginEntry {
  /** Lower case, without scheme and trailing dot; of `*.example.com` it is `.example.com`. */
  readonly host: string;
  readonly port: string | undefined;
}

/** Reads allowed domains: `example.com`, `example.com:8443`, `*.example.com` (any depth, not the apex), `*`. */
export function parseOriginRules(allowedDomains: readonly string[], allowsMissing: boolean): OriginRules {
  const entries = allowedDomains.map(parseEntry).filter((entry) => entry !== undefined);
  const allowsAll = allowedDomains.length === 0 || allowedDomains.some((domain) => domain.trim() === '*');
  return { entries, allowsAll, allowsMissing };
}

/** What a request says of where it comes from. */
interface RequestOrigin {
  readonly keyKind: KeyKind;
  /** The header, empty and `null` included; `undefined` if there is none. */
  readonly origin: string | undefined;
  readonly referer: string | undefined;
}

/**
 * 403 for a server key that a browser sent: every browser sends an `Origin` with a POST, and no program by itself. Whatever
 * else a server key's request says of its origin is not looked at. Of a public key: {@link checkDomain}.
 */
export const checkOrigin = (rules: OriginRules, { keyKind, origin, referer }: RequestOrigin): Refusal | undefined => {
  if (keyKind === 'public') return checkDomain(rules, origin, referer);
  return origin === undefined ? undefined : serverKeyInBrowser();
};

/** Protocol 5, allowed domains: 403 unless `Origin`, or `Referer` where there is none, matches an entry. */
export function checkDomain(
  rules: OriginRules,
  origin: string | undefined,
  referer: string | undefined,
): Refusal | undefined {
  if (rules.allowsAll) return undefined;
  const source = origin ?? referer;
  if (source === undefined || source === '' || source === 'null') {
    return rules.allowsMissing ? undefined : refused();
  }
  const page = parsePageUrl(source);
  if (page === undefined) return refused();
  return rules.entries.some((entry) => matches(entry, page)) ? undefined : refused();
}

const refused = (): Refusal =>
  new Refusal(403, 'origin_not_allowed', 'The origin of this request is not among the allowed domains of the project.');

function matches(entry: OriginEntry, page: Page): boolean {
  if (entry.port !== undefined && entry.port !== page.port) return false;
  return entry.host.startsWith('.') ? page.host.endsWith(entry.host) : page.host === entry.host;
}

function parseEntry(text: string): OriginEntry | undefined {
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
