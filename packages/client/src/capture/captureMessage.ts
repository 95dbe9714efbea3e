import { getClient } from '../core/client.js';
import { log } from './log.js';
import type { ExceptionOptions } from './captureException.js';
import { sendException } from './sendException.js';

export function captureMessage(message: string, options: ExceptionOptions = {}): void {
  const { level = 'info' } = options;
  if (level !== 'error' && level !== 'fatal') return log(level, message);
  const client = getClient();
  client?.guard(() => sendException(client, () => ({ type: 'Message', message }), options));
}
