import type { Json, Part } from '@sluice/contract';
import { parseUserAgent } from './parseUserAgent.js';
import { isObject } from './readText.js';

/** Contexts of an event: flat, dot-notation keys (spec 2.1). */
export type Contexts = Readonly<Record<string, Json>>;

/** What the gateway saw of the request itself. */
export type RequestFacts = Pick<Part, 'ip' | 'agent'>;

const DEVICE_AGENT = 'device.userAgent';
const DEVICE_PREFIX = 'device.';

/**
 * Spec 2.2: `null` values are dropped; `user.ip` and `user.agent` are the request's own, whatever the client sent;
 * `device.userAgent` becomes `browser.*`, `os.*` and `device.*`, which overwrite inbound ones, and every inbound
 * `device.*` is discarded, the string itself too. What is no object counts as no contexts.
 */
export function enrichContexts(inbound: Json | undefined, request: RequestFacts): Contexts {
  // A map, not an object: a client may send the key `__proto__`.
  const contexts = new Map<string, Json>();
  let userAgent: Json | undefined;
  for (const [key, value] of Object.entries(isObject(inbound) ? inbound : {})) {
    if (key === DEVICE_AGENT) userAgent = value;
    if (value !== null && !key.startsWith(DEVICE_PREFIX)) contexts.set(key, value);
  }
  if (typeof userAgent === 'string' && userAgent !== '') {
    for (const [key, value] of parseUserAgent(userAgent)) contexts.set(key, value);
  }
  contexts.set('user.ip', request.ip);
  contexts.set('user.agent', request.agent);
  return Object.fromEntries(contexts);
}
