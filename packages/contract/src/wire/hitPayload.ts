import type { PayloadDescription, PayloadOf } from './payloadDescription.js';

/** The fields of a hit (protocol 2.8). */
export const hitPayload = {
  validates: 'formats',
  fields: {
    /** Default: `custom` if `name` is given, otherwise `pageview`. */
    kind: { enum: ['pageview', 'custom'] },
    name: { type: 'string' },
    url: { type: 'string' },
    referrer: { type: 'string' },
    title: { type: 'string' },
    sessionId: { type: 'string' },
  },
} as const satisfies PayloadDescription;

/** Payload of a `hit` (protocol 2.8). */
export type HitPayload = PayloadOf<typeof hitPayload>;
