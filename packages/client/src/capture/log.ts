import { getClient } from '../core/client.js';
import type { Level, LogPayload } from '../core/event.js';
import { normalize } from '../core/normalize.js';

/**
 * Sends a log. Errors in the attributes become name and message. Does nothing without a client. Never throws.
 * @param attributes any JSON value
 */
export function log(
  level: Level | (string & {}),
  message: string,
  attributes?: Readonly<Record<string, unknown>>,
): void {
  const client = getClient();
  client?.guard(() => {
    const payload = { level, message, attributes: normalize(attributes) };
    client.capture('log', payload as LogPayload);
  });
}
