import type { ErrorBody } from '../errors.js';
import type { Tally } from '../tally.js';
import type { ExceptionPayload } from './exceptionPayload.js';
import type { HitPayload } from './hitPayload.js';
import type { LogPayload } from './logPayload.js';
import type { ReplayPayload } from './replayPayload.js';
import type { SpanPayload } from './spanPayload.js';
import type { WireEvent } from './wireEvent.js';

/** An event as a client sends it, by its type. */
export type WireEvents = {
  readonly exception: WireEvent<'exception', ExceptionPayload>;
  readonly log: WireEvent<'log', LogPayload>;
  readonly span: WireEvent<'span', SpanPayload>;
  readonly hit: WireEvent<'hit', HitPayload>;
  readonly replay: WireEvent<'replay', ReplayPayload>;
};

/** Body of `POST /api/envelope` (spec 4.1). */
export interface Envelope {
  readonly events: readonly WireEvents[keyof WireEvents][];
}

/** What a body must be, or the whole request is a 400: an object with an array `events`. Events are judged one by one. */
export const envelopeSchema = {
  type: 'object',
  required: ['events'],
  properties: { events: { type: 'array' } },
} as const;

/** Answer to a batch that was taken (spec 2.7): the tally, or the word that it was accepted before. */
export type BatchResponse = ({ readonly success: true } & Tally) | { readonly success: true; readonly duplicate: true };

/** Body of a 429: nothing got through, and the tally says why. */
export type RefusedBatchResponse = ErrorBody & Tally;
