import type { Json } from '../job.js';

/** Payload of a `replay`: one segment of a recording (protocol 2.8). `events` is opaque and never trimmed. */
export interface ReplayPayload {
  readonly replayId?: string;
  readonly segment?: number;
  readonly events?: Json;
  readonly startTime?: string;
  readonly endTime?: string;
}

/** What a replay's payload must hold to be valid: an object whose `replayId`, where it is a string, is of 1 to 128 characters. */
export const replayPayloadSchema = {
  type: 'object',
  properties: { replayId: { format: 'identifier' } },
} as const;
