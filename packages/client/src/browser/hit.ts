import { hit as send, type HitOptions } from '../capture/hit.js';
import { pageAddress } from './pageAddress.js';
import { sessionId } from './sessionId.js';

/** Counts that something happened on this page, by its name: `hit('add_to_cart')`. Without a client it does nothing. */
export const hit = (name: string, options?: HitOptions): void =>
  send(name, { url: pageAddress(), sessionId: sessionId(), ...options });
