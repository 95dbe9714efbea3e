import { LIMITS, type JsonObject, type UnknownObject } from '@sluice/contract';

/** Signals of OTLP that Sluice answers. */
export type OtlpSignal = 'traces' | 'logs' | 'metrics';

/** Encodings of OTLP/HTTP. */
export type OtlpEncoding = 'json' | 'protobuf';

/** An event as a client would send it (protocol 2), unvalidated. */
export interface OtlpEvent {
  readonly type: 'span' | 'log' | 'exception' | 'metric';
  readonly timestamp: string;
  readonly contexts?: JsonObject;
  /** A sentence instead of an object: admission finds the event invalid, and the sentence says why it was refused. */
  readonly payload: JsonObject | string;
}

/** One Sluice event. */
export interface TranslatedEvent {
  readonly event: OtlpEvent;
  /** Whether it is the span, log record or data point itself, which `partial_success` counts; otherwise an exception that one of them reports. */
  readonly isRecord: boolean;
}

/** The events of a request. */
export interface OtlpTranslation {
  /** In the order of the request; exceptions follow the record that reports them. */
  readonly events: readonly TranslatedEvent[];
  /** A sentence about the whole request, for `partial_success`. */
  readonly warning?: string;
}

/** A decoded request; its fields are unchecked, and have the names of OTLP in JSON. */
export interface Decoded {
  readonly request: UnknownObject;
}

/** A request that is refused as a whole. */
export interface OtlpProblem {
  readonly status: 400 | 413 | 503;
  /** A sentence for the sender. */
  readonly problem: string;
}

/** Admission replaces a timestamp ahead of its clock by the arrival, so that a request that is sent again has the same bytes. */
export const ARRIVAL = '9999-12-31T23:59:59Z';

/** Returns an event that admission finds invalid. @param reason a sentence */
export const refusedEvent = (type: OtlpEvent['type'], reason: string): TranslatedEvent => ({
  event: { type, timestamp: ARRIVAL, payload: reason },
  isRecord: true,
});

/** Returns the problem of a request with too many records or events. */
export const tooManyEvents = (): OtlpProblem => ({
  status: 413,
  problem: `The request has more than ${LIMITS.maxRequestEvents.toLocaleString('en-US')} records, exceptions included. Send smaller batches.`,
});

/** The problem of a request for which too little memory is left. */
export const BUSY: OtlpProblem = { status: 503, problem: 'The server is out of memory for requests. Retry later.' };
