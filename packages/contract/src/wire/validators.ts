import { Ajv } from 'ajv';
import type { EventType } from '../eventTypes.js';
import { LIMITS } from '../limits.js';
import { parseTimestamp } from '../timestamps.js';
import { envelopeSchema, type Envelope } from './envelope.js';
import { exceptionPayloadSchema } from './exceptionPayload.js';
import { hitPayloadSchema } from './hitPayload.js';
import { logPayloadSchema } from './logPayload.js';
import { replayPayloadSchema } from './replayPayload.js';
import { spanPayloadSchema } from './spanPayload.js';

const ajv = new Ajv({ strict: true, strictTypes: false, allowUnionTypes: true });
/** Counts UTF-16 units, as every limit of ours does; the schema's own `maxLength` counts code points. */
ajv.addFormat('identifier', {
  type: 'string',
  validate: (text: string) => text.length >= 1 && text.length <= LIMITS.maxIdentifier,
});
ajv.addFormat('timestamp', { type: 'string', validate: (text: string) => parseTimestamp(text) !== undefined });

/** The schema of each event type's payload: one in a map for each, never one big `oneOf`. */
export const PAYLOAD_SCHEMAS = {
  exception: exceptionPayloadSchema,
  log: logPayloadSchema,
  span: spanPayloadSchema,
  hit: hitPayloadSchema,
  replay: replayPayloadSchema,
} as const satisfies Record<EventType, object>;

/** Whether a payload is valid for its type; compiled once. */
export const isValidPayload: Readonly<Record<EventType, (payload: unknown) => boolean>> = {
  exception: ajv.compile(exceptionPayloadSchema),
  log: ajv.compile(logPayloadSchema),
  span: ajv.compile(spanPayloadSchema),
  hit: ajv.compile(hitPayloadSchema),
  replay: ajv.compile(replayPayloadSchema),
};

/** Whether a parsed body is an envelope; its events are still unknown values. */
export const isEnvelope: (body: unknown) => body is Omit<Envelope, 'events'> & { readonly events: readonly unknown[] } =
  ajv.compile(envelopeSchema);
