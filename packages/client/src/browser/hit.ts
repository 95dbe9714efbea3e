import { getClient } from '../core/client.js';
import { hit as send, type HitOptions } from '../capture/hit.js';
import { pageAddress } from './pageAddress.js';
import { sessionId } from './sessionId.js';

/** Counts a custom hit on this page: `hit('add_to_cart')`. Does nothing without a client. Never throws. */
export const hit = (name: string, options?: HitOptions): void =>
  getClient()?.guard(() => send(name, { url: pageAddress(), sessionId: sessionId(), ...options }));
