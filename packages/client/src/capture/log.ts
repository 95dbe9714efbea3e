import { getClient } from '../core/client.js';
import type { Level } from '../core/event.js';

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
    const told =
      attributes &&
      Object.fromEntries(
        Object.entries(attributes).map(([key, value]) => [key, value instanceof Error ? String(value) : value]),
      );
    client.capture('log', { level, message, ...(told && { attributes: told }) });
  });
}
