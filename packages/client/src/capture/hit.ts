import { getClient } from '../core/client.js';
import type { HitPayload } from '../core/event.js';
import { normalize } from '../core/normalize.js';

/** Location of the hit. */
export type HitOptions = Omit<HitPayload, 'kind' | 'name'>;

/** Counts a custom hit. Does nothing without a client. Never throws. */
export function hit(name: string, options?: HitOptions): void {
  const client = getClient();
  client?.guard(() => client.capture('hit', Object.assign({ kind: 'custom', name }, normalize(options)) as HitPayload));
}
