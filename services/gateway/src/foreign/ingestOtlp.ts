import { VERDICTS, type RefusedEvent } from '@sluice/contract';
import {
  encodeResponse,
  encodeStatus,
  translateOtlp,
  type OtlpEncoding,
  type OtlpSignal,
  type OtlpTranslation,
  type TranslatedEvent,
} from '@sluice/otlp';
import type { PausableTask } from '@sluice/runtime';
import type { IncomingMessage } from 'node:http';
import type { BatchBody, SettledBatch } from '../acceptBatch.js';
import { PREFLIGHT_HEADERS, Rejection, busy, type Answer, type HttpAnswer } from '../http/answer.js';
import { keysOfQuery, keysOfServiceHeader, type ServiceKey } from '../http/authenticate.js';
import { readHeader } from '../http/readHeader.js';
import type { IngestDeps } from '../ingestBatch.js';
import { receiveBatch, type IngestRequest, type ReceivedBody } from '../receiveBatch.js';
import { acceptBatches } from './acceptBatches.js';
import { agreedKey } from './agreedKey.js';
import { digestInSteps } from './digestInSteps.js';
import { createItemParser } from './parseItems.js';
import { runSoon } from './runSoon.js';
import { withoutByteOrderMark } from './withoutByteOrderMark.js';
import { writeBatches } from './writeBatches.js';

const TARGET = /^(?:[hH][tT][tT][pP][sS]?:\/\/[^/?#]*)?\/v1\/(traces|logs|metrics)\/?(?:\?|$)/;

/** Returns the signal that a request's target names, if it is an endpoint of OTLP. */
export const parseOtlpTarget = (target: string): OtlpSignal | undefined =>
  TARGET.exec(target)?.[1] as OtlpSignal | undefined;

/** How the records of a request are written. */
interface OtlpForm {
  readonly signal: OtlpSignal;
  readonly encoding: OtlpEncoding;
}

/** Handles a request with OTLP/HTTP (protocol 4.8), in the steps of `ingestBatch`. */
export function ingestOtlp(
  ingest: IngestRequest,
  deps: IngestDeps,
  signal: OtlpSignal,
  onIdentified: (batchId: string) => void,
): Promise<Answer> {
  const { request, trace } = ingest;
  const receiving = { key: readOtlpKey(request), checkType };
  return receiveBatch(ingest, receiving, deps, async (sender, body) => {
    const form = { signal, encoding: encodingOf(request) };
    const written = await translateAndWrite(form, body, deps);
    if (written instanceof Rejection) return written;
    const batch = { request, sender, memory: body.memory, trace, onIdentified, explain: true };
    const settled = await acceptBatches(written.bodies, batch, deps);
    return settled === 'hang_up' || settled instanceof Rejection ? settled : answerOtlp(form, written, settled);
  });
}

/** A request as batches, and what its response depends on besides. */
interface WrittenRequest {
  readonly bodies: readonly BatchBody[];
  readonly events: readonly WrittenEvent[];
  readonly warning: string | undefined;
}

interface WrittenEvent {
  /** Whether it is a record of the request, not made from one. */
  readonly isRecord: boolean;
  /** Why it could not be translated. */
  readonly problem: string | undefined;
}

/** Separate from its caller, so that the events can be garbage-collected while Redis is asked. Refuses with 400, 413 and 503. */
async function translateAndWrite(
  form: OtlpForm,
  body: ReceivedBody,
  deps: IngestDeps,
): Promise<WrittenRequest | Rejection> {
  const translation = await runSoon(read(form, body, deps));
  if (translation instanceof Rejection) return translation;
  const { events, warning } = translation;
  // Exporters send the same bytes again. Events do not have all of a record: two that differ may be equal as events.
  const source = await runSoon(digestInSteps(body.bytes));
  const foreign = { events: events.map(({ event }) => event), maxDepth: MAX_DEPTH, source };
  const bodies = await runSoon(writeBatches(foreign, body.memory, deps.limits));
  return bodies instanceof Rejection ? bodies : { bodies, events: events.map(writtenEvent), warning };
}

const writtenEvent = ({ event: { payload }, isRecord }: TranslatedEvent): WrittenEvent => ({
  isRecord,
  problem: typeof payload === 'string' ? payload : undefined,
});

/** Levels of an event: values are cut at 32, in a list or object of a context. */
const MAX_DEPTH = 40;

/** Returns the key of a request: `Authorization: Bearer`, `X-Service-Auth` or the query. */
function readOtlpKey(request: IncomingMessage): ServiceKey | undefined {
  const [, bearer] = /^bearer\s+(\S+)\s*$/i.exec(readHeader(request, 'authorization') ?? '') ?? [];
  const service = readHeader(request, 'x-service-auth');
  return agreedKey({
    inHeader: [
      ...(bearer === undefined ? [] : [bearer]),
      ...(service === undefined ? [] : keysOfServiceHeader(service)),
    ],
    inUrl: keysOfQuery(request.url ?? ''),
  });
}

const MEDIA_TYPES: Readonly<Record<OtlpEncoding, string>> = {
  json: 'application/json',
  protobuf: 'application/x-protobuf',
};

function checkType(contentType: string | undefined): Rejection | undefined {
  return findEncoding(contentType) === undefined
    ? new Rejection(415, 'unsupported_media_type', 'Content-Type must be application/x-protobuf or application/json.')
    : undefined;
}

function findEncoding(contentType: string | undefined): OtlpEncoding | undefined {
  const type = contentType?.split(';', 1)[0]?.trim().toLowerCase();
  if (type === MEDIA_TYPES.protobuf || type === 'application/protobuf') return 'protobuf';
  return type === MEDIA_TYPES.json ? 'json' : undefined;
}

const encodingOf = (request: Pick<IncomingMessage, 'headers'>): OtlpEncoding =>
  findEncoding(readHeader(request, 'content-type')) ?? 'json';

function* read(
  { signal, encoding }: OtlpForm,
  { bytes, memory }: ReceivedBody,
  deps: IngestDeps,
): PausableTask<OtlpTranslation | Rejection> {
  const { parse, refusal } = createItemParser(deps.limits, memory.acquire);
  const body = encoding === 'json' ? withoutByteOrderMark(bytes) : bytes;
  const translation = yield* translateOtlp(signal, encoding, body, { parse, reserve: memory.acquire });
  const refused = refusal();
  if (refused !== undefined) return refused;
  if (!('problem' in translation)) return translation;
  const { status, problem } = translation;
  if (status === 503) return busy();
  return new Rejection(status, status === 413 ? 'too_many_events' : 'malformed_body', problem);
}

/**
 * Returns the response to an accepted request. Records that were refused are counted in `partial_success`: a retry is useless for
 * them. Only if the queues are behind and nothing got through, the response is 429.
 */
function answerOtlp(
  { signal, encoding }: OtlpForm,
  { events, warning }: WrittenRequest,
  settled: readonly SettledBatch[],
): HttpAnswer {
  const headers = { 'content-type': MEDIA_TYPES[encoding] };
  let [rejected, start, hasAccepted] = [0, 0, false];
  let backlogSeconds: number | undefined;
  const reasons = new Set<string>(warning === undefined ? [] : [warning]);
  for (const { isDuplicate, events: count, facts, refused = [] } of settled) {
    hasAccepted ||= isDuplicate;
    for (const [index, code] of Array.from(facts?.verdicts ?? '').entries()) {
      const { outcome, reason } = VERDICTS[code] ?? NO_VERDICT;
      hasAccepted ||= outcome === 'processed';
      if (reason === 'backlog') backlogSeconds = facts?.backlogSeconds;
      // The project does not want what a filter or a sample rate drops; the sender cannot change that.
      if (outcome === 'processed' || outcome === 'filtered') continue;
      const event = events[start + index];
      if (event?.isRecord === true) rejected += 1;
      if (event?.problem !== undefined && reasons.size < MAX_REASONS) reasons.add(event.problem);
    }
    for (const one of refused) if (events[start + one.index]?.problem === undefined) reasons.add(describe(one));
    start += count;
  }
  if (backlogSeconds !== undefined && !hasAccepted) return behind(backlogSeconds);
  const message = [...reasons].slice(0, MAX_REASONS).join(' ');
  const partial = rejected > 0 || message !== '' ? { rejected, message } : undefined;
  return { status: 200, headers, body: encodeResponse(signal, encoding, partial) };
}

const NO_VERDICT = { outcome: undefined, reason: '' };

/** Different reasons that a response names. */
const MAX_REASONS = 5;

const behind = (seconds: number): Rejection =>
  new Rejection(429, 'rate_limited', 'The queues are behind. Send the request again after Retry-After seconds.', {
    'retry-after': String(seconds),
  });

/** Returns a sentence that says why a record was refused. */
function describe({ type, field, message }: RefusedEvent): string {
  if (field !== undefined) return `${type}: ${field} ${message}.`;
  // A message about the whole event has no subject.
  return /^[a-z]/.test(message) ? `${type} ${message}.` : message;
}

/** Headers of the response to a preflight. */
export const OTLP_PREFLIGHT_HEADERS: Readonly<Record<string, string>> = {
  ...PREFLIGHT_HEADERS,
  'access-control-allow-headers': 'Authorization, X-Service-Auth, Content-Type, Content-Encoding',
};

/** Returns a response as exporters read it: errors in the encoding of the request. */
export function adaptToOtlp(answer: HttpAnswer, request: Pick<IncomingMessage, 'headers'>): HttpAnswer {
  if (!(answer instanceof Rejection)) return answer;
  const encoding = encodingOf(request);
  const headers = { ...answer.headers, 'content-type': MEDIA_TYPES[encoding] };
  return { status: answer.status, headers, body: encodeStatus(encoding, answer.message) };
}
