import type { ErrorBody } from '../errors.js';
import type { CountedType } from '../eventTypes.js';
import type { Outcome, Reason } from '../outcomes.js';
import type { Tally } from '../tally.js';
import type { ExceptionPayload } from './exceptionPayload.js';
import type { HitPayload } from './hitPayload.js';
import type { LogPayload } from './logPayload.js';
import type { ReplayPayload } from './replayPayload.js';
import type { SpanPayload } from './spanPayload.js';
import type { WireEvent } from './wireEvent.js';

/** An event as a client sends it, by its type. */
type WireEvents = {
  readonly exception: WireEvent<'exception', ExceptionPayload>;
  readonly log: WireEvent<'log', LogPayload>;
  readonly span: WireEvent<'span', SpanPayload>;
  readonly hit: WireEvent<'hit', HitPayload>;
  readonly replay: WireEvent<'replay', ReplayPayload>;
};

/** Body of `POST /api/envelope` (protocol 4.1). */
export interface Envelope {
  readonly events: readonly WireEvents[keyof WireEvents][];
}

/**
 * The required shape of a body; otherwise the whole request gets 400: an object with an array `events`. Events are
 * validated one by one.
 */
export const envelopeSchema = {
  type: 'object',
  required: ['events'],
  properties: { events: { type: 'array' } },
} as const;

/** Name of the request header that asks for {@link ExplainedResponse}; its value is `1`. */
export const DEBUG_HEADER = 'x-service-debug';

/** Entries of {@link ExplainedResponse.refused}, at most. */
export const MAX_REFUSED = 20;

/** An event of a batch that was not processed, and why. */
export interface RefusedEvent {
  /** Position in the batch, from 0. */
  readonly index: number;
  readonly type: CountedType;
  readonly outcome: Exclude<Outcome, 'processed'>;
  readonly reason: Reason;
  /** Path of the field that is wrong, or that a filter matched, such as `payload.uuid`. */
  readonly field?: string;
  /** Problem of the field, or reason for the refusal, as a sentence. */
  readonly message: string;
  /** The limit that was reached, in events; in bytes for `byte_quota`. */
  readonly limit?: number;
  /** When the limit resets, ISO 8601. */
  readonly until?: string;
}

/**
 * Additional members of a response to a request with {@link DEBUG_HEADER}: the first {@link MAX_REFUSED} refused
 * events.
 */
interface ExplainedResponse {
  readonly refused?: readonly RefusedEvent[];
}

/** Answer to a batch that was taken (protocol 2.7): the tally, or the word that it was accepted before. */
export type BatchResponse = ExplainedResponse &
  (({ readonly success: true } & Tally) | { readonly success: true; readonly duplicate: true });

/** Body of a 429: no event was processed, and the tally has the reasons. */
export type RefusedBatchResponse = ErrorBody & Tally & ExplainedResponse;
