import { getClient } from '../core/client.js';
import type { HitPayload } from '../core/event.js';
import { normalize } from '../core/normalize.js';

/** Where it happened, as far as it is known. */
export type HitOptions = Omit<HitPayload, 'kind' | 'name'>;

/** Counts that something happened, by its name. Without a client it does nothing. Never throws. */
export function hit(name: string, options?: HitOptions): void {
  const client = getClient();
  client?.guard(() => client.capture('hit', Object.assign({ kind: 'custom', name }, normalize(options)) as HitPayload));
}
