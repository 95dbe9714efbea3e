import type { JsonObject } from './wireEvent.js';

/** Payload of a `log` (protocol 2.8); `level` is `info` where it is absent. */
export interface LogPayload {
  readonly level?: string;
  readonly message?: string;
  readonly attributes?: JsonObject;
}

/** What a log's payload must hold to be valid: it is an object, nothing more. */
export const logPayloadSchema = { type: 'object' } as const;
