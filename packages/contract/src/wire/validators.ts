import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { EventType } from '../eventTypes.js';
import { LIMITS } from '../limits.js';
import { parseTimestamp } from '../timestamps.js';
import { envelopeSchema, type Envelope } from './envelope.js';
import { exceptionPayload } from './exceptionPayload.js';
import { hitPayload } from './hitPayload.js';
import { logPayload } from './logPayload.js';
import { metricPayload } from './metricPayload.js';
import { schemaOf, type PayloadDescription } from './payloadDescription.js';
import { replayPayload } from './replayPayload.js';
import { spanPayload } from './spanPayload.js';

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

/** The described payload of each event type. */
export const PAYLOADS = {
  exception: exceptionPayload,
  log: logPayload,
  span: spanPayload,
  hit: hitPayload,
  replay: replayPayload,
  metric: metricPayload,
} as const satisfies Record<EventType, PayloadDescription>;

/** Whether a payload is valid for its type; compiled once, at the first use. */
export const isValidPayload: Readonly<Record<EventType, PayloadValidator>> = {
  exception: compileOnFirstUse(schemaOf(exceptionPayload)),
  log: compileOnFirstUse(schemaOf(logPayload)),
  span: compileOnFirstUse(schemaOf(spanPayload)),
  hit: compileOnFirstUse(schemaOf(hitPayload)),
  replay: compileOnFirstUse(schemaOf(replayPayload)),
  metric: compileOnFirstUse(schemaOf(metricPayload)),
};

/** Whether a parsed body is an envelope; its events are still unknown values. */
export const isEnvelope: (body: unknown) => body is Omit<Envelope, 'events'> & { readonly events: readonly unknown[] } =
  compileOnFirstUse(envelopeSchema) as unknown as typeof isEnvelope;
