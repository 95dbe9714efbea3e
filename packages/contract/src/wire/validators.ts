import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { EventType } from '../eventTypes.js';
import { LIMITS } from '../limits.js';
import { parseTimestamp } from '../timestamps.js';
import { envelopeSchema, type Envelope } from './envelope.js';
import { exceptionPayloadSchema } from './exceptionPayload.js';
import { hitPayloadSchema } from './hitPayload.js';
import { logPayloadSchema } from './logPayload.js';
import { replayPayloadSchema } from './replayPayload.js';
import { spanPayloadSchema } from './spanPayload.js';

type PayloadValidator = ((value: unknown) => boolean) & {
  /** Why the value that was checked last is not valid. Compiled validators keep it anyway, so it costs nothing. */
  readonly lastError: () => ErrorObject | undefined;
};

/** Compiles a schema when it is first used: most processes that import this package never validate. */
function compileOnFirstUse(schema: object): PayloadValidator {
  let validate: ValidateFunction | undefined;
  return Object.assign((value: unknown) => (validate ??= compiler().compile(schema))(value), {
    lastError: () => validate?.errors?.[0],
  });
}

let ajv: Ajv | undefined;

function compiler(): Ajv {
  if (ajv !== undefined) return ajv;
  ajv = new Ajv({ strict: true, strictTypes: false, allowUnionTypes: true });
  // Counts UTF-16 units, as every limit of ours does; the schema's own `maxLength` counts code points.
  ajv.addFormat('identifier', {
    type: 'string',
    validate: (text: string) => text.length >= 1 && text.length <= LIMITS.maxIdentifier,
  });
  ajv.addFormat('timestamp', { type: 'string', validate: (text: string) => parseTimestamp(text) !== undefined });
  return ajv;
}

/** The schema of each event type's payload: one in a map for each, never one big `oneOf`. */
export const PAYLOAD_SCHEMAS = {
  exception: exceptionPayloadSchema,
  log: logPayloadSchema,
  span: spanPayloadSchema,
  hit: hitPayloadSchema,
  replay: replayPayloadSchema,
} as const satisfies Record<EventType, object>;

/** Whether a payload is valid for its type; compiled once, at the first use. */
export const isValidPayload: Readonly<Record<EventType, PayloadValidator>> = {
  exception: compileOnFirstUse(exceptionPayloadSchema),
  log: compileOnFirstUse(logPayloadSchema),
  span: compileOnFirstUse(spanPayloadSchema),
  hit: compileOnFirstUse(hitPayloadSchema),
  replay: compileOnFirstUse(replayPayloadSchema),
};

/** Whether a parsed body is an envelope; its events are still unknown values. */
export const isEnvelope: (body: unknown) => body is Omit<Envelope, 'events'> & { readonly events: readonly unknown[] } =
  compileOnFirstUse(envelopeSchema) as unknown as typeof isEnvelope;
