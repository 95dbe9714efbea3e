import { isIP } from 'node:net';
import { textOf } from './read.js';

/** Contexts of an event, with keys in dot notation. */
export type Contexts = Record<string, unknown>;

const DEVICE = 'device.';

/**
 * Sets a context, unless its value is absent or `null`. The server drops `device.*`, which comes from the user agent, so that facts
 * about a device are `device_info.*`.
 */
export function putContext(contexts: Contexts, key: string, value: unknown): void {
  if (value === undefined || value === null || key === '__proto__') return;
  contexts[key.startsWith(DEVICE) ? `device_info.${key.slice(DEVICE.length)}` : key] = value;
}

/** Sets the user agent of the end user, from which the server derives `browser.*`, `os.*` and `device.*`. */
export function putUserAgent(contexts: Contexts, agent: unknown): void {
  if (typeof agent === 'string' && agent !== '') contexts['device.userAgent'] = agent;
}

/** Returns an address of an end user; `undefined` for `{{auto}}`, which is that of the sender, and for any other text. */
export function addressOf(value: unknown): string | undefined {
  const text = textOf(value);
  return text !== undefined && isIP(text) !== 0 ? text : undefined;
}
