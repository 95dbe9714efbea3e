import {
  DEFAULT_PROJECT_SETTINGS,
  encodeEntryCounts,
  type AcceptedEvent,
  type ValidationIssue,
} from '@sluice/contract';
import { compileFilters, filterEvent, filterInSteps, type AgentClass } from '@sluice/filters';
import { runAtOnce, runCooperatively, runToEnd, type PausableTask } from '@sluice/runtime';
import type { AdmittedBatch, InvalidEvent, SerializedEvent, UnscrubbedBatch } from '../batch/admittedBatch.js';
import type { IncomingBatch } from '../batch/identifyBatch.js';
import {
  parseBatch,
  type BatchLimits,
  type BatchParser,
  type ParsedBatch,
  type ReserveMemory,
} from '../batch/parseBatch.js';
import { Rejection, busy } from '../http/answer.js';
import type { PressureState } from '../pressure/assessPressure.js';
import { decideEvent, readEvent, type BatchFacts, type SentEvents } from './admitEvent.js';
import { redateBatch, scrubBatch, totalJsonBytes } from './scrub/scrubBatch.js';

/** What admission uses of the gateway. */
export interface AdmissionDeps {
  readonly pressure: () => PressureState;
  readonly classifyAgent: (agent: string) => AgentClass;
  readonly limits: BatchLimits;
}

/** Time for which the events of one batch are decided at once, in milliseconds. Nearly all batches are done within it. */
const AT_ONCE_MS = 10;

/**
 * Parses a batch and decides its events, without I/O. Returns a promise only if the events must be scrubbed, or if it
 * takes long. Refuses if the body is not an envelope within the limits, or if there is no memory for it.
 */
export function admitBatch(
  batch: IncomingBatch,
  reserve: ReserveMemory,
  deps: AdmissionDeps,
  parse: BatchParser = (reserve) => parseBatch(batch.bytes, deps.limits, reserve),
): AdmittedBatch | Rejection | Promise<AdmittedBatch | Rejection> {
  const memory = memoryFor(batch, reserve);
  const admitted = parseAndAdmit(batch, memory, deps, parse);
  return admitted instanceof Promise
    ? admitted.then((later) => scrubWithinMemory(batch, later, memory))
    : scrubWithinMemory(batch, admitted, memory);
}

/** The memory of a batch. */
interface BatchMemory {
  readonly reserve: ReserveMemory;
  /** Reserves memory for the parsed values while the batch waits for its turn: once, however often it waits. */
  readonly keepValues: () => boolean;
}

function memoryFor({ bytes }: IncomingBatch, reserve: ReserveMemory): BatchMemory {
  let isKept = false;
  return { reserve, keepValues: () => (isKept ||= reserve(bytes.length)) };
}

function scrubWithinMemory(
  { bytes }: IncomingBatch,
  admitted: AdmittedBatch | UnscrubbedBatch | Rejection,
  { reserve, keepValues }: BatchMemory,
): AdmittedBatch | Rejection | Promise<AdmittedBatch | Rejection> {
  if (!('events' in admitted)) return admitted;
  if (!keepValues()) return busy();
  return scrubBatch(admitted).then((scrubbed) => {
    // A mark may be longer than the text that it replaces.
    const more = totalJsonBytes(scrubbed) - bytes.length;
    return more <= 0 || reserve(more) ? scrubbed : busy();
  });
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
  const parsed = runToEnd(parseBatch(batch.bytes, batch.isWritten === true ? UNBOUNDED : deps.limits, () => true));
  if (parsed instanceof Rejection) throw new Error('a batch that was parsed before cannot be parsed again');
  // The filters do not depend on the arrival.
  const facts = { ...factsOf({ ...batch, arrivalMs }, parsed, deps), filters: NO_FILTERS, addressEntry: undefined };
  const { verdicts, entries, entryFirsts } = admitted;
  const again = {
    ...admitEvents(parsed, facts),
    verdicts,
    entries,
    ...(entryFirsts === undefined ? {} : { entryFirsts }),
  };
  return 'serialized' in again ? again : redateBatch(admitted, again);
}

/** Bounds of a batch that was written here: its events were bounded as they were sent. */
const UNBOUNDED: BatchLimits = { maxEvents: Infinity, maxJsonDepth: Infinity, maxJsonValues: Infinity };

const NO_FILTERS = compileFilters({
  ingestion: true,
  filters: { ...DEFAULT_PROJECT_SETTINGS.filters, crawlers: false },
});

/** Separate from its callers, so that the parsed values can be garbage-collected while Redis is asked. */
function parseAndAdmit(
  batch: IncomingBatch,
  { reserve, keepValues }: BatchMemory,
  deps: AdmissionDeps,
  parse: BatchParser,
): AdmittedBatch | UnscrubbedBatch | Rejection | Promise<AdmittedBatch | UnscrubbedBatch | Rejection> {
  const deciding = (function* (): PausableTask<AdmittedBatch | UnscrubbedBatch | Rejection> {
    const parsed = yield* parse(reserve);
    return parsed instanceof Rejection ? parsed : yield* decideEvents(parsed, factsOf(batch, parsed, deps));
  })();
  return runAtOnce(deciding, AT_ONCE_MS, (rest) => (keepValues() ? runCooperatively(rest) : busy()));
}

function factsOf(batch: IncomingBatch, parsed: ParsedBatch, deps: AdmissionDeps): BatchFacts {
  const { project, address, agent, pageHost, arrivalMs, batchId, explain, sampleInvalid, isWritten } = batch;
  return {
    arrivalMs,
    body: parsed.facts,
    isTranslated: isWritten === true,
    batchId,
    filters: project.compiled,
    addressEntry: project.compiled.ips?.(address),
    agent: deps.classifyAgent(agent),
    page: { pageHost, address },
    sampleRates: project.settings.sampleRates,
    isBacklogged: deps.pressure().holdOffSeconds !== undefined,
    scrub: project.settings.scrub,
    storeIp: project.settings.storeIp,
    explain,
    sampleInvalid,
  };
}

/**
 * Decides the events of a batch (protocol 3.1, steps 1 to 3, and the backlog): clean → validate → filter → sample → refuse
 * backlogged. Validity and content of an event depend on the event and the arrival only. Scrubbing comes afterwards, so that
 * outcomes do not depend on a setting that may change before a resend.
 */
export function admitEvents(sent: SentEvents, facts: BatchFacts): AdmittedBatch | UnscrubbedBatch {
  return runToEnd(decideEvents(sent, facts));
}

/** Decides events as {@link admitEvents} does. Yields after each event, and within events if the lists of the project's filters are costly. */
export function* decideEvents(
  { events, originalJson }: SentEvents,
  facts: BatchFacts,
): PausableTask<AdmittedBatch | UnscrubbedBatch> {
  const { isCostly } = facts.filters;
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
  const reading = { originalJson, issues, invalidEvents };
  for (let index = 0; index < events.length; index += 1) {
    const read = readEvent(events[index], index, reading, facts);
    const decided =
      'verdict' in read
        ? read
        : decideEvent(
            read,
            index,
            isCostly ? yield* filterInSteps(read.event, facts) : filterEvent(read.event, facts),
            facts,
          );
    types += decided.type;
    verdicts += decided.verdict;
    trims += decided.trims;
    if (decided.entry !== undefined) countEntry(entries, `${decided.verdict}:${decided.entry}`, index);
    // Only the JSON of an event that needs no scrubbing is kept: a batch that waits for Redis must not fill the heap.
    if (facts.scrub) unscrubbed.push(decided.event);
    else serialized.push(decided.serialized);
    yield;
  }
  const decisions = {
    types,
    verdicts,
    trims,
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
