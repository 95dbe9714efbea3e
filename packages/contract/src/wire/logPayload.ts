import type { PayloadDescription, PayloadOf } from './payloadDescription.js';

/** The fields of a log (protocol 2.8). */
export const logPayload = {
  validates: 'formats',
  fields: {
    /** `info` if it is absent. */
    level: { type: 'string' },
    message: { type: 'string' },
    attributes: { type: 'object' },
  },
} as const satisfies PayloadDescription;

/** Payload of a `log` (protocol 2.8). */
export type LogPayload = PayloadOf<typeof logPayload>;
