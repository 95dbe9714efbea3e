import { getClient } from '../core/client.js';
import type { Level, LogPayload } from '../core/event.js';
import { normalize } from '../core/normalize.js';

/**
 * Sends a line of a log. Errors among the attributes are told by name and message. Without a client it does nothing. Never
 * throws. @param attributes whatever JSON can say
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
