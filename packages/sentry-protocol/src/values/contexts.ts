import { isIP } from 'node:net';
import { textOf } from './read.js';

/** Contexts of an event, with keys in dot notation. */
export type Contexts = Record<string, unknown>;

const DEVICE = 'device.';

/**
 * Returns the key of a context. The server drops `device.*`, which comes from the user agent, so that facts about a device are
 * `device_info.*`.
 */
export const contextKeyOf = (name: string): string =>
  name.startsWith(DEVICE) ? `device_info.${name.slice(DEVICE.length)}` : name;

/** Sets a context, unless its value is absent or `null`. */
export function putContext(contexts: Contexts, name: string, value: unknown): void {
  if (value !== undefined && value !== null && name !== '__proto__') contexts[contextKeyOf(name)] = value;
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
