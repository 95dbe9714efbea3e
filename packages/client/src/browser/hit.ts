import { getClient } from '../core/client.js';
import { hit as send, type HitOptions } from '../capture/hit.js';
import { pageAddress } from './pageAddress.js';
import { sessionId } from './sessionId.js';

/** Counts that something happened on this page, by its name: `hit('add_to_cart')`. Without a client it does nothing. Never throws. */
export const hit = (name: string, options?: HitOptions): void =>
  getClient()?.guard(() => send(name, { url: pageAddress(), sessionId: sessionId(), ...options }));
