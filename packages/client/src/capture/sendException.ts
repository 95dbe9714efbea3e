import type { Client } from '../core/client.js';
import type { ExceptionPayload } from '../core/event.js';
import { normalize } from '../core/normalize.js';
import type { Hint } from '../core/options.js';
import { currentScope } from '../core/scope.js';
import type { ExceptionOptions } from './exceptionOptions.js';
import { takeFromRateLimit } from './takeFromRateLimit.js';

/**
 * Sends an exception with the breadcrumbs of the scope, or counts it as dropped (`rate`) above the rate limit.
 */
export function sendException(
  client: Client,
  describe: () => ExceptionPayload,
  options: ExceptionOptions,
  hint?: Hint,
): void {
  const { level = 'error', handled = true, fingerprint, ...parts } = (normalize(options) ?? {}) as ExceptionOptions;
  const payload = {
    ...describe(),
    level,
    handled,
    breadcrumbs: [...currentScope().breadcrumbs],
    fingerprint,
  } as ExceptionPayload;
  if (takeFromRateLimit(client, payload)) client.capture('exception', payload, parts, hint);
  else client.dropped.count('rate', 'exception');
}
