import { getClient } from '../core/client.js';
import type { Level } from '../core/event.js';

/** Sends a line of a log. Without a client it does nothing. @param attributes whatever JSON can say */
export function log(
  level: Level | (string & {}),
  message: string,
  attributes?: Readonly<Record<string, unknown>>,
): void {
  getClient()?.capture('log', { level, message, ...(attributes && { attributes }) });
}
