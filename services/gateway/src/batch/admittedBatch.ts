import type { AcceptedEvent, EventType, ValidationIssue } from '@sluice/contract';

/** A valid event, cleaned, as JSON text; scrubbed if the project's setting `scrub` is on. */
export interface SerializedEvent {
  readonly type: EventType;
  /** UTF-8. */
  readonly json: Buffer;
}

/** An invalid event that is kept to explain it. */
export interface InvalidEvent {
  readonly index: number;
  readonly issue: ValidationIssue;
  /** Its JSON as received; `undefined` if its position in the body is not known. */
  readonly json: Buffer | undefined;
}

/** The verdicts of a batch. */
interface BatchVerdicts {
  /** One `TYPE_CODES` character for each event. */
  readonly types: string;
  /** One `VERDICTS` character for each event; `.` for the candidates that the allowance decides. */
  readonly verdicts: string;
  /** Number of strings and lists that were cut. */
  readonly trims: number;
  /** Events that entries of filters drop, as `encodeEntryCounts` writes them; empty if there are none. */
  readonly entries: string;
  /** The index of the first event of each verdict and entry (`<verdict>:<entry>`); only if there are entries. */
  readonly entryFirsts?: ReadonlyMap<string, number>;
  /** Problems of the first invalid events, by index; only if the request asks for explanations. */
  readonly issues?: ReadonlyMap<number, ValidationIssue>;
  /** The first invalid event of each verdict; only if they are sampled. */
  readonly invalid?: ReadonlyMap<string, InvalidEvent>;
}

/** A batch after admission. */
export interface AdmittedBatch extends BatchVerdicts {
  /** The valid events; `undefined` where the event is invalid or ignored. */
  readonly serialized: readonly (SerializedEvent | undefined)[];
}

/** An admitted batch whose events must be scrubbed before they are stored anywhere. */
export interface UnscrubbedBatch extends BatchVerdicts {
  /** The valid events, cleaned; `undefined` where the event is invalid or ignored. */
  readonly events: (AcceptedEvent | undefined)[];
}
