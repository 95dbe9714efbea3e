import { parseProjectKey, type ParsedProjectKey } from '@sluice/contract';

const PARAMETER = /^service_key=(.*)$/i;

/** What a request says of its key. */
interface ServiceKey extends ParsedProjectKey {
  /** Whether the query, which proxies log, holds a server key, be it this one or another. */
  readonly hasServerKeyInUrl: boolean;
}

/**
 * The project key of a request, whatever its case: from `X-Service-Auth: Service service_key=…`, else from the query.
 * `undefined` where there is none, several differ, or it has not the form of a key: a 401 without a look-up.
 */
export function readServiceKey(header: string | undefined, url: string): ServiceKey | undefined {
  const inHeader = header === undefined ? [] : keysOfHeader(header);
  const inUrl = keysOfQuery(url).map((text) => text.toLowerCase());
  const [key, ...others] = inHeader.length === 0 ? inUrl : inHeader.map((text) => text.toLowerCase());
  if (key === undefined || others.some((other) => other !== key)) return undefined;
  const named = parseProjectKey(key);
  if (named === undefined) return undefined;
  const hasServerKeyInUrl = inUrl.some((text) => parseProjectKey(text)?.kind === 'server');
  return { kind: named.kind, name: named.name, hasServerKeyInUrl };
}

function keysOfHeader(header: string): string[] {
  const [scheme, ...parameters] = header.trim().split(/[\s,]+/);
  if (scheme?.toLowerCase() !== 'service') return [];
  return parameters.flatMap((parameter) => PARAMETER.exec(parameter)?.slice(1) ?? []);
}

function keysOfQuery(url: string): string[] {
  const start = url.indexOf('?');
  return start === -1 ? [] : new URLSearchParams(url.slice(start + 1)).getAll('service_key');
}
