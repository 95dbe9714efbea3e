import { getClient } from '../core/client.js';
import type { HitPayload } from '../core/event.js';

export type HitOptions = Omit<HitPayload, 'kind' | 'name'>;

/** Counts that something happened, by its name. Without a client it does nothing. */
export const hit = (name: string, options?: HitOptions): void =>
  getClient()?.capture('hit', { kind: 'custom', name, ...options });
