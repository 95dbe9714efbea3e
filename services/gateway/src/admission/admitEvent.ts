import {
  BACKLOG_TYPES,
  IGNORED,
  MAX_REFUSED,
  TYPE_CODES,
  UNDECIDED,
  invalid,
  rateLimited,
  verdictCode,
  type AcceptedEvent,
  type EventType,
  type ProjectSettings,
  type StoreIp,
  type ValidationIssue,
  type Verdict,
} from '@sluice/contract';
import type { FilterFacts, FilterMatch } from '@sluice/filters';
import type { InvalidEvent, SerializedEvent } from '../batch/admittedBatch.js';
import { isObject } from '../batch/jsonObject.js';
import { writeEvent } from '../batch/rawJson.js';
import type { ParsedBatch } from '../batch/parseBatch.js';
import { clean, type CleanEvent, type CleanFacts } from './clean.js';
import { sample } from './sample.js';
import { storedAddresses } from './storedAddresses.js';
import { describeIssue, validate, validateSize } from './validate.js';

/** All facts that decide the events of a batch. */
export interface BatchFacts extends CleanFacts, FilterFacts {
  readonly batchId: string;
  readonly sampleRates: ProjectSettings['sampleRates'];
  readonly isBacklogged: boolean;
  /** Whether the events must be scrubbed before they are queued. */
  readonly scrub: boolean;
  /** What is left of addresses before the events are queued. */
  readonly storeIp: StoreIp;
  /** Whether to collect the problems of invalid events. */
  readonly explain?: boolean;
  /** Whether to keep the first invalid event of each verdict. */
  readonly sampleInvalid?: boolean;
}

/** The events of a batch, parsed and as received: the JSON of an unchanged event is kept. */
export type SentEvents = Pick<ParsedBatch, 'events' | 'originalJson'>;

/** What reading the events of a batch uses and collects. */
interface BatchReading extends Pick<SentEvents, 'originalJson'> {
  /** Collects the problems of invalid events. */
  readonly issues: Map<number, ValidationIssue> | undefined;
  /** Collects the first invalid event of each verdict. */
  readonly invalidEvents: Map<string, InvalidEvent> | undefined;
}

/** What was decided on an event. */
interface AdmittedEvent {
  readonly type: string;
  readonly verdict: string;
  /** The valid event, cleaned, and its text. */
  readonly event: AcceptedEvent | undefined;
  readonly serialized: SerializedEvent | undefined;
  readonly trims: number;
  /** The encoded name of the filter's entry that drops it. */
  readonly entry?: string | undefined;
}

/** A valid event that is not decided yet. */
export interface ValidEvent {
  readonly type: string;
  readonly event: AcceptedEvent;
  readonly json: Buffer;
  readonly trims: number;
}

const NOT_VALID = { event: undefined, serialized: undefined };
const IGNORED_EVENT: AdmittedEvent = { ...NOT_VALID, type: IGNORED, verdict: IGNORED, trims: 0 };

/** Cleans and validates one event of a batch. Only a valid one is still to be decided, with what the filters found. */
export function readEvent(
  value: unknown,
  index: number,
  reading: BatchReading,
  facts: BatchFacts,
): AdmittedEvent | ValidEvent {
  if (isObject(value) && value['type'] === 'trace') return IGNORED_EVENT;
  const cleaned = clean(value, facts);
  const { trims } = cleaned;
  const type = TYPE_CODES[cleaned.type ?? 'unknown'];
  const event = validate(cleaned);
  if (typeof event === 'string') {
    const verdict = invalid(event);
    recordIssue(index, reading, cleaned, verdict);
    return { ...NOT_VALID, type, verdict: verdictCode(verdict), trims };
  }
  const { json, tooLarge } = serializeEvent(event, event === value ? reading.originalJson(index) : undefined);
  if (tooLarge !== undefined) {
    recordIssue(index, reading, cleaned, tooLarge);
    return { ...NOT_VALID, type, verdict: verdictCode(tooLarge), trims };
  }
  return { type, event, json, trims };
}

/** Decides a valid event after its filters. */
export function decideEvent(
  { type, event, json, trims }: ValidEvent,
  index: number,
  match: FilterMatch | undefined,
  facts: BatchFacts,
): AdmittedEvent {
  const verdict = match?.verdict ?? sample(event, index, facts) ?? refuseBacklogged(event.type, facts.isBacklogged);
  const hidden = storedAddresses(event, facts.storeIp);
  return {
    type,
    verdict: verdict === undefined ? UNDECIDED : verdictCode(verdict),
    event: hidden,
    serialized: { type: event.type, json: hidden === event ? json : jsonOf(hidden) },
    trims,
    entry: match?.entry,
  };
}

function recordIssue(
  index: number,
  { originalJson, issues, invalidEvents }: BatchReading,
  event: CleanEvent,
  verdict: Verdict,
): void {
  if (issues !== undefined && issues.size < MAX_REFUSED) issues.set(index, describeIssue(event, verdict));
  const code = verdictCode(verdict);
  if (invalidEvents === undefined || invalidEvents.has(code)) return;
  invalidEvents.set(code, { index, issue: describeIssue(event, verdict), json: originalJson(index) });
}

/** Returns an event's JSON, and the verdict if it is too large. White space in the received text does not count. */
function serializeEvent(
  event: AcceptedEvent,
  received: Buffer | undefined,
): { json: Buffer; tooLarge: Verdict | undefined } {
  if (received !== undefined && validateSize(event.type, received) === undefined) {
    return { json: received, tooLarge: undefined };
  }
  const json = jsonOf(event);
  return { json, tooLarge: validateSize(event.type, json) };
}

function jsonOf(event: AcceptedEvent): Buffer {
  const json = writeEvent(event);
  return typeof json === 'string' ? Buffer.from(json) : json;
}

const BULKY: ReadonlySet<EventType> = new Set(BACKLOG_TYPES);

/** Refuses spans and replays while the queues are behind (protocol 8, backlog protection). */
function refuseBacklogged(type: EventType, isBacklogged: boolean): Verdict | undefined {
  return isBacklogged && BULKY.has(type) ? rateLimited('backlog') : undefined;
}
