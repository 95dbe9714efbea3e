import { isObject, type Json, type Part } from '@sluice/contract';
import { parseUserAgent } from './parseUserAgent.js';

/** Contexts of an event: flat, dot-notation keys (protocol 2.1). */
export type Contexts = Readonly<Record<string, Json>>;

/** Facts about the request that the gateway recorded. */
export type RequestFacts = Pick<Part, 'ip' | 'agent'>;

const DEVICE_AGENT = 'device.userAgent';
const DEVICE_PREFIX = 'device.';

/**
 * Enriches contexts (protocol 2.2): drops `null` values; sets `user.ip` and `user.agent` to those of the request,
 * whatever the client sent, and no `user.ip` if the project does not store addresses; replaces `device.userAgent` by `browser.*`, `os.*` and `device.*`, which overwrite
 * inbound values, and discards every inbound `device.*`. A value that is not an object counts as no contexts.
 * @param omitted a key that is left out
 */
export function enrichContexts(inbound: Json | undefined, request: RequestFacts, omitted?: string): Contexts {
  const given = isObject(inbound) ? inbound : {};
  const contexts: Record<string, Json> = {};
  for (const key in given) {
    const value = given[key];
    const isKept = value !== null && value !== undefined && key !== omitted;
    if (isKept && !key.startsWith(DEVICE_PREFIX)) put(contexts, key, value);
  }
  const userAgent = given[DEVICE_AGENT];
  if (typeof userAgent === 'string' && userAgent !== '') {
    for (const [key, value] of parseUserAgent(userAgent)) contexts[key] = value;
  }
  if (request.ip === '') delete contexts['user.ip'];
  else contexts['user.ip'] = request.ip;
  contexts['user.agent'] = request.agent;
  return contexts;
}

/** A client may send the key `__proto__`, which must become a key like others. */
function put(contexts: Record<string, Json>, key: string, value: Json): void {
  if (key !== '__proto__') contexts[key] = value;
  else Object.defineProperty(contexts, key, { value, enumerable: true, configurable: true, writable: true });
}
