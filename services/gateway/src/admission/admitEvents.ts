import {
  BACKLOG_TYPES,
  IGNORED,
  TYPE_CODES,
  MAX_REFUSED,
  UNDECIDED,
  verdictCode,
  invalid,
  isEventType,
  rateLimited,
  type AcceptedEvent,
  type EventType,
  type ValidationIssue,
  type ProjectSettings,
  type Verdict,
} from '@sluice/contract';
import type { ParsedBatch } from '../batch/parseBatch.js';
import { clean, type CleanEvent, type CleanFacts } from './clean.js';
import { describeIssue } from './describeIssue.js';
import { filter, type FilterFacts } from './filter.js';
import { isObject } from './jsonObject.js';
import { sample } from './sample.js';
import { validate, validateSize } from './validate.js';

/** Everything that decides about the events of one batch; no step looks at anything else. */
export interface BatchFacts extends CleanFacts, FilterFacts {
  readonly batchId: string;
  readonly sampleRates: ProjectSettings['sampleRates'];
  readonly isBacklogged: boolean;
  /** The project's setting: addresses, card numbers and secrets are taken out before anything is queued. */
  readonly scrub: boolean;
  /** Whether to say what is wrong with invalid events. */
  readonly explain?: boolean;
}

/** Events of a batch, parsed, and as the texts that they were sent as: an event that nothing changed is not written again. */
export type SentEvents = Pick<ParsedBatch, 'events' | 'originalJson'>;

/** A valid event, cleaned, as JSON text; scrubbed where the project wants it. */
export interface PreparedEvent {
  readonly type: EventType;
  /** UTF-8. */
  readonly json: Buffer;
}

/** What was decided about a batch; the texts are as long as the batch. */
interface BatchVerdicts {
  /** One `TYPE_CODES` character for each event. */
  readonly types: string;
  /** One `VERDICTS` character for each event; candidates for allowance are `.`. */
  readonly verdicts: string;
  /** Strings and lists that were cut. */
  readonly trims: number;
  /** What is wrong with the first invalid events, by index; empty unless {@link BatchFacts.explain} is set. */
  readonly issues?: ReadonlyMap<number, ValidationIssue>;
}

/** A batch as the pure steps leave it. */
export interface AdmittedBatch extends BatchVerdicts {
  /** The valid events; `undefined` where the event is invalid or ignored. */
  readonly prepared: readonly (PreparedEvent | undefined)[];
}

/** The same of a project that has its events scrubbed: it cannot be queued yet. */
export interface UnscrubbedBatch extends BatchVerdicts {
  /** The valid events, cleaned; `undefined` where the event is invalid or ignored. */
  readonly events: (AcceptedEvent | undefined)[];
}

/**
 * Protocol 3.1, steps 1 to 3 and the backlog, event by event: clean → validate → filter → sample → refuseBacklogged. Which
 * events are valid, and what they look like, follows from the events and the arrival alone. Scrubbing is behind it: what
 * an event counts as does not depend on the setting, which may change before a resend.
 */
export function admitEvents({ events, originalJson }: SentEvents, facts: BatchFacts): AdmittedBatch | UnscrubbedBatch {
  let types = '';
  let verdicts = '';
  let trims = 0;
  const prepared: (PreparedEvent | undefined)[] = [];
  const unscrubbed: (AcceptedEvent | undefined)[] = [];
  const issues = facts.explain === true ? new Map<number, ValidationIssue>() : undefined;
  for (const [index, event] of events.entries()) {
    const decided = admitEvent(event, { index, originalJson, issues }, facts);
    types += decided.type;
    verdicts += decided.verdict;
    trims += decided.trims;
    // The value of an event that is not scrubbed is let go: what waits for Redis shall not fill the heap.
    if (facts.scrub) unscrubbed.push(decided.event);
    else prepared.push(decided.prepared);
  }
  const decisions = { types, verdicts, trims, ...(issues === undefined ? {} : { issues }) };
  return facts.scrub ? { ...decisions, events: unscrubbed } : { ...decisions, prepared };
}

/** Where an event stands, and its text. */
interface EventPosition extends Pick<SentEvents, 'originalJson'> {
  readonly index: number;
  /** Collects what is wrong with invalid events. */
  readonly issues: Map<number, ValidationIssue> | undefined;
}

interface AdmittedEvent {
  readonly type: string;
  readonly verdict: string;
  /** The valid event, cleaned, and its text. */
  readonly event: AcceptedEvent | undefined;
  readonly prepared: PreparedEvent | undefined;
  readonly trims: number;
}

const NOT_VALID = { event: undefined, prepared: undefined };
const IGNORED_EVENT: AdmittedEvent = { ...NOT_VALID, type: IGNORED, verdict: IGNORED, trims: 0 };

function admitEvent(value: unknown, { index, originalJson, issues }: EventPosition, facts: BatchFacts): AdmittedEvent {
  if (isObject(value) && value['type'] === 'trace') return IGNORED_EVENT;
  const cleaned = clean(value, facts);
  const { trims } = cleaned;
  const sentType = cleaned.event?.['type'];
  const type = TYPE_CODES[isEventType(sentType) ? sentType : 'unknown'];
  const event = validate(cleaned);
  if (typeof event === 'string') {
    const verdict = invalid(event);
    recordIssue(issues, index, cleaned, verdict);
    return { ...NOT_VALID, type, verdict: verdictCode(verdict), trims };
  }
  const { json, tooLarge } = writeEvent(event, event === value ? originalJson(index) : undefined);
  if (tooLarge !== undefined) {
    recordIssue(issues, index, cleaned, tooLarge);
    return { ...NOT_VALID, type, verdict: verdictCode(tooLarge), trims };
  }
  const verdict =
    filter(event, facts) ?? sample(event, index, facts) ?? refuseBacklogged(event.type, facts.isBacklogged);
  return {
    type,
    verdict: verdict === undefined ? UNDECIDED : verdictCode(verdict),
    event,
    prepared: { type: event.type, json },
    trims,
  };
}

function recordIssue(issues: EventPosition['issues'], index: number, event: CleanEvent, verdict: Verdict): void {
  if (issues !== undefined && issues.size < MAX_REFUSED) issues.set(index, describeIssue(event, verdict));
}

/** An event's JSON, and the flaw that it is too long. How much white space was sent with it does not count. */
function writeEvent(event: AcceptedEvent, sent: Buffer | undefined): { json: Buffer; tooLarge: Verdict | undefined } {
  if (sent !== undefined && validateSize(event.type, sent) === undefined) return { json: sent, tooLarge: undefined };
  const json = Buffer.from(JSON.stringify(event));
  return { json, tooLarge: validateSize(event.type, json) };
}

const BULKY: ReadonlySet<EventType> = new Set(BACKLOG_TYPES);

/** Protocol 8, backlog protection: spans and replays are refused while the queues are behind, before they cost anything. */
function refuseBacklogged(type: EventType, isBacklogged: boolean): Verdict | undefined {
  return isBacklogged && BULKY.has(type) ? rateLimited('backlog') : undefined;
}
