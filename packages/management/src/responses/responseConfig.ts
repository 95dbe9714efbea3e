import { defineSettings, mebibytes, type Settings } from '@sluice/runtime';
import type { UnreadLimits } from './unreadBytes.js';

/** Limits of responses that clients do not read, the same in every management service. */
export const UNREAD_SETTINGS: Settings<UnreadLimits> = defineSettings({
  perTokenBytes: mebibytes('MAX_UNREAD_MB_PER_TOKEN', {
    default: 64,
    min: 1,
    max: 65_536,
    meaning: 'Maximum size of responses that wait to be read by the clients of one token; further requests get 429.',
  }),
  perProcessBytes: mebibytes('MAX_UNREAD_MB', {
    default: 256,
    min: 1,
    max: 65_536,
    meaning: 'Maximum size of responses that wait to be read by all clients; further requests get 503.',
  }),
});
