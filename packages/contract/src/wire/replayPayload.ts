import type { PayloadDescription, PayloadOf } from './payloadDescription.js';

/** The fields of a replay segment (protocol 2.8). */
export const replayPayload = {
  validates: 'formats',
  fields: {
    replayId: { type: 'string', format: 'identifier' },
    segment: { type: 'number' },
    /** Opaque, never trimmed. */
    events: { type: 'json' },
    startTime: { type: 'string' },
    endTime: { type: 'string' },
  },
} as const satisfies PayloadDescription;

/** Payload of a `replay`: one segment of a recording (protocol 2.8). */
export type ReplayPayload = PayloadOf<typeof replayPayload>;
