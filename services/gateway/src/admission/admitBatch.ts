import {
  BACKLOG_TYPES,
  IGNORED,
  MAX_REFUSED,
  TYPE_CODES,
  UNDECIDED,
  encodeEntryCounts,
  invalid,
  isEventType,
  rateLimited,
  verdictCode,
  type AcceptedEvent,
  type EventType,
  type Json,
  type ProjectSettings,
  type ValidationIssue,
  type Verdict,
} from '@sluice/contract';
import { filterEvent, type AgentClass, type FilterFacts } from '@sluice/filters';
import type { AdmittedBatch, InvalidEvent, SerializedEvent, UnscrubbedBatch } from '../batch/admittedBatch.js';
import type { IncomingBatch } from '../batch/identifyBatch.js';
import { isObject, withField } from '../batch/jsonObject.js';
import { parseBatch, type BatchLimits, type ParsedBatch, type ReserveMemory } from '../batch/parseBatch.js';
import { Rejection, busy } from '../http/answer.js';
import type { PressureState } from '../pressure/assessPressure.js';
import { clean, type CleanEvent, type CleanFacts } from './clean.js';
import { sample } from './sample.js';
import { redateBatch, scrubBatch, totalJsonBytes } from './scrub/scrubBatch.js';
import { describeIssue, validate, validateSize } from './validate.js';

/** What admission uses of the gateway. */
export interface AdmissionDeps {
  readonly pressure: () => PressureState;
  readonly classifyAgent: (agent: string) => AgentClass;
  readonly limits: BatchLimits;
}

/**
 * Parses a batch and decides its events, without I/O. Returns a promise only if the events must be scrubbed. Refuses if the body
 * is not an envelope within the limits, or if there is no memory for it.
 */
export function admitBatch(
  batch: IncomingBatch,
  reserve: ReserveMemory,
  deps: AdmissionDeps,
): AdmittedBatch | Rejection | Promise<AdmittedBatch | Rejection> {
  const admitted = parseAndAdmit(batch, reserve, deps);
  return 'events' in admitted ? scrubWithinMemory(batch, admitted, reserve) : admitted;
}

async function scrubWithinMemory(
  { bytes }: IncomingBatch,
  batch: UnscrubbedBatch,
  reserve: ReserveMemory,
): Promise<AdmittedBatch | Rejection> {
  // The parsed values stay in memory meanwhile, and a mark may be longer than the text that it replaces.
  if (!reserve(bytes.length)) return busy();
  const scrubbed = await scrubBatch(batch);
  const more = totalJsonBytes(scrubbed) - bytes.length;
  return more <= 0 || reserve(more) ? scrubbed : busy();
}

/**
 * Returns the batch as of the arrival of the first request with its bytes, which the ledger recorded: the arrival determines
 * replaced timestamps. @param admitted the batch as of `batch.arrivalMs`
 */
export function admitAsOf(
  arrivalMs: number,
  batch: IncomingBatch,
  admitted: AdmittedBatch,
  deps: AdmissionDeps,
): AdmittedBatch {
  if (batch.arrivalMs === arrivalMs) return admitted;
  const again = parseAndAdmit({ ...batch, arrivalMs }, () => true, deps);
  if (again instanceof Rejection) throw new Error('a batch that was parsed before cannot be parsed again');
  return 'serialized' in again ? again : redateBatch(admitted, again);
}

/** Separate from its callers, so that the parsed values can be garbage-collected while Redis is asked. */
function parseAndAdmit(
  batch: IncomingBatch,
  reserve: ReserveMemory,
  deps: AdmissionDeps,
): AdmittedBatch | UnscrubbedBatch | Rejection {
  const parsed = parseBatch(batch.bytes, deps.limits, reserve);
  if (parsed instanceof Rejection) return parsed;
  const { project, address, agent, pageHost, arrivalMs, batchId, explain, sampleInvalid } = batch;
  return admitEvents(parsed, {
    arrivalMs,
    body: parsed.facts,
    batchId,
    filters: project.compiled,
    addressEntry: project.compiled.ips?.(address),
    agent: deps.classifyAgent(agent),
    page: { pageHost, address },
    sampleRates: project.settings.sampleRates,
    isBacklogged: deps.pressure().holdOffSeconds !== undefined,
    scrub: project.settings.scrub,
    hidesAddress: project.settings.storeIp !== 'full',
    explain,
    sampleInvalid,
  });
}

/** All facts that decide the events of a batch. */
export interface BatchFacts extends CleanFacts, FilterFacts {
  readonly batchId: string;
  readonly sampleRates: ProjectSettings['sampleRates'];
  readonly isBacklogged: boolean;
  /** Whether the events must be scrubbed before they are queued. */
  readonly scrub: boolean;
  /** Whether `user.ip` of a client must be removed before the events are queued. The server sets its own. */
  readonly hidesAddress?: boolean;
  /** Whether to collect the problems of invalid events. */
  readonly explain?: boolean;
  /** Whether to keep the first invalid event of each verdict. */
  readonly sampleInvalid?: boolean;
}

/** The events of a batch, parsed and as received: the JSON of an unchanged event is kept. */
export type SentEvents = Pick<ParsedBatch, 'events' | 'originalJson'>;

/**
 * Decides the events of a batch (protocol 3.1, steps 1 to 3, and the backlog): clean → validate → filter → sample → refuse
 * backlogged. Validity and content of an event depend on the event and the arrival only. Scrubbing comes afterwards, so that
 * outcomes do not depend on a setting that may change before a resend.
 */
export function admitEvents({ events, originalJson }: SentEvents, facts: BatchFacts): AdmittedBatch | UnscrubbedBatch {
  let types = '';
  let verdicts = '';
  let trims = 0;
  const entries = new Map<string, EntryCount>();
  const serialized: (SerializedEvent | undefined)[] = [];
  const unscrubbed: (AcceptedEvent | undefined)[] = [];
  const issues = facts.explain === true ? new Map<number, ValidationIssue>() : undefined;
  // Whoever filters an address does not want what it sends, be it valid or not.
  const isSampled = facts.sampleInvalid === true && facts.addressEntry === undefined;
  const invalidEvents = isSampled ? new Map<string, InvalidEvent>() : undefined;
  for (const [index, event] of events.entries()) {
    const decided = admitEvent(event, { index, originalJson, issues, invalidEvents }, facts);
    types += decided.type;
    verdicts += decided.verdict;
    trims += decided.trims;
    if (decided.entry !== undefined) countEntry(entries, `${decided.verdict}:${decided.entry}`, index);
    // Only the JSON of an event that needs no scrubbing is kept: a batch that waits for Redis must not fill the heap.
    if (facts.scrub) unscrubbed.push(decided.event);
    else serialized.push(decided.serialized);
  }
  const decisions = {
    ...{ types, verdicts, trims },
    ...summarizeEntries(entries),
    ...(issues === undefined ? {} : { issues }),
    ...(invalidEvents === undefined ? {} : { invalid: invalidEvents }),
  };
  return facts.scrub ? { ...decisions, events: unscrubbed } : { ...decisions, serialized };
}

/** Events that an entry of a filter drops. */
interface EntryCount {
  readonly first: number;
  count: number;
}

function countEntry(entries: Map<string, EntryCount>, name: string, index: number): void {
  const counted = entries.get(name);
  if (counted === undefined) entries.set(name, { first: index, count: 1 });
  else counted.count += 1;
}

function summarizeEntries(entries: ReadonlyMap<string, EntryCount>): Pick<AdmittedBatch, 'entries' | 'entryFirsts'> {
  if (entries.size === 0) return { entries: '' };
  const all = [...entries];
  return {
    entries: encodeEntryCounts(new Map(all.map(([name, { count }]) => [name, count]))),
    entryFirsts: new Map(all.map(([name, { first }]) => [name, first])),
  };
}

/** Position and text of an event. */
interface EventPosition extends Pick<SentEvents, 'originalJson'> {
  readonly index: number;
  /** Collects the problems of invalid events. */
  readonly issues: Map<number, ValidationIssue> | undefined;
  /** Collects the first invalid event of each verdict. */
  readonly invalidEvents: Map<string, InvalidEvent> | undefined;
}

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

const NOT_VALID = { event: undefined, serialized: undefined };
const IGNORED_EVENT: AdmittedEvent = { ...NOT_VALID, type: IGNORED, verdict: IGNORED, trims: 0 };

function admitEvent(value: unknown, position: EventPosition, facts: BatchFacts): AdmittedEvent {
  const { index, originalJson } = position;
  if (isObject(value) && value['type'] === 'trace') return IGNORED_EVENT;
  const cleaned = clean(value, facts);
  const { trims } = cleaned;
  const sentType = cleaned.event?.['type'];
  const type = TYPE_CODES[isEventType(sentType) ? sentType : 'unknown'];
  const event = validate(cleaned);
  if (typeof event === 'string') {
    const verdict = invalid(event);
    recordIssue(position, cleaned, verdict);
    return { ...NOT_VALID, type, verdict: verdictCode(verdict), trims };
  }
  const { json, tooLarge } = serializeEvent(event, event === value ? originalJson(index) : undefined);
  if (tooLarge !== undefined) {
    recordIssue(position, cleaned, tooLarge);
    return { ...NOT_VALID, type, verdict: verdictCode(tooLarge), trims };
  }
  const match = filterEvent(event, facts);
  const verdict = match?.verdict ?? sample(event, index, facts) ?? refuseBacklogged(event.type, facts.isBacklogged);
  const hidden = facts.hidesAddress === true ? withoutAddress(event) : event;
  return {
    type,
    verdict: verdict === undefined ? UNDECIDED : verdictCode(verdict),
    event: hidden,
    serialized: { type: event.type, json: hidden === event ? json : Buffer.from(JSON.stringify(hidden)) },
    trims,
    entry: match?.entry,
  };
}

/** Returns the event without the address that its client claims. Like scrubbing, it comes after the verdict. */
function withoutAddress(event: AcceptedEvent): AcceptedEvent {
  const { contexts } = event;
  if (!isObject(contexts) || contexts['user.ip'] === undefined) return event;
  return { ...event, contexts: withField(contexts, 'user.ip', undefined) as Json };
}

function recordIssue(
  { index, originalJson, issues, invalidEvents }: EventPosition,
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
  const json = Buffer.from(JSON.stringify(event));
  return { json, tooLarge: validateSize(event.type, json) };
}

const BULKY: ReadonlySet<EventType> = new Set(BACKLOG_TYPES);

/** Refuses spans and replays while the queues are behind (protocol 8, backlog protection). */
function refuseBacklogged(type: EventType, isBacklogged: boolean): Verdict | undefined {
  return isBacklogged && BULKY.has(type) ? rateLimited('backlog') : undefined;
}
