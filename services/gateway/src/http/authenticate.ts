import { parseProjectKey, type ParsedProjectKey } from '@sluice/contract/node';
import type { KeyKind } from '@sluice/contract';
import type { CompiledProject } from '../settings/compileProject.js';
import type { SettingsCache } from '../settings/settingsCache.js';
import { Rejection, unavailable } from './answer.js';

/** The project and the kind of key that a request is sent with. */
export interface Sender {
  readonly project: CompiledProject;
  readonly keyKind: KeyKind;
}

/**
 * Resolves with the project of a request's key and the kind of key, which follows from the key alone (protocol 5). Refuses with
 * 401 if no enabled key is found, with the same text for each reason except a server key in the URL, and with 503 if the lookup
 * fails: a 401 would make clients stop sending. Calls `onDisabledKey` with the name of a key that exists and is disabled.
 */
export async function authenticate(
  key: ServiceKey | undefined,
  settings: Pick<SettingsCache, 'find'>,
  onDisabledKey: (key: string) => void,
): Promise<Sender | Rejection> {
  if (key === undefined) return unknownKey();
  if (key.hasServerKeyInUrl) {
    const message = 'A server key must be sent in the header X-Service-Auth, not in the address.';
    return new Rejection(401, 'server_key_in_url', message);
  }
  try {
    const project = await settings.find(key.name);
    if (typeof project === 'object') return { project, keyKind: key.kind };
    if (project === 'disabled') onDisabledKey(key.name);
    return unknownKey();
  } catch {
    return unavailable(
      'The project of this key cannot be looked up now. Send the request again after Retry-After seconds.',
    );
  }
}

const unknownKey = (): Rejection => new Rejection(401, 'unknown_key', 'Invalid DSN: unknown project or key.');

/** The key of a request. */
export interface ServiceKey extends ParsedProjectKey {
  /** Whether the query contains a server key, this one or another. Proxies log queries. */
  readonly hasServerKeyInUrl: boolean;
}

/** The header as every SDK of Sluice writes it. */
const USUAL = /^Service service_key=(\w+)$/;
const PARAMETER = /^service_key=(.*)$/i;

/**
 * Returns the project key of a request in lower case: from `X-Service-Auth: Service service_key=…`, else from the query.
 * `undefined` if there is none, if several differ, or if it does not have the form of a key.
 */
export function readServiceKey(header: string | undefined, url: string): ServiceKey | undefined {
  return chooseKey(header === undefined ? [] : keysOfServiceHeader(header), keysOfQuery(url));
}

/**
 * Returns the one key that a request names, in any case: of its headers, else of its address. `undefined` if there is none, if
 * several differ in one place, or if it does not have the form of a key.
 */
export function chooseKey(inHeader: readonly string[], inUrl: readonly string[]): ServiceKey | undefined {
  const [first, ...others] = inHeader.length === 0 ? inUrl : inHeader;
  const key = first?.toLowerCase();
  if (key === undefined || others.some((other) => other.toLowerCase() !== key)) return undefined;
  const named = parseProjectKey(key);
  if (named === undefined) return undefined;
  const hasServerKeyInUrl = inUrl.some((text) => parseProjectKey(text.toLowerCase())?.kind === 'server');
  return { kind: named.kind, name: named.name, hasServerKeyInUrl };
}

export function keysOfServiceHeader(header: string): string[] {
  const [, usual] = USUAL.exec(header) ?? [];
  if (usual !== undefined) return [usual];
  const [scheme, ...parameters] = header.trim().split(/[\s,]+/);
  if (scheme?.toLowerCase() !== 'service') return [];
  return parameters.flatMap((parameter) => PARAMETER.exec(parameter)?.slice(1) ?? []);
}

export function keysOfQuery(url: string): string[] {
  const start = url.indexOf('?');
  return start === -1 ? [] : new URLSearchParams(url.slice(start + 1)).getAll('service_key');
}
