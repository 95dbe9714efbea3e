import { LIMITS, errorBody, tallyOf, type EventType } from '@sluice/contract';
import {
  findRecording,
  parseSentryDsn,
  readEnvelope,
  readSentryKeys,
  readTunnelDsn,
  recordingsOf,
  sentryRateLimits,
  translateEnvelope,
  translateSecurityReport,
  translateStored,
  type Envelope,
  type EnvelopeItem,
  type Problem,
  type Translation,
} from '@sluice/sentry-protocol';
import { clientAddress, peerAddress, subscriberNetwork } from '@sluice/runtime';
import type { IncomingMessage } from 'node:http';
import type { BatchBody, SettledBatch } from '../acceptBatch.js';
import { computeHoldOffs } from '../batch/answerBatch.js';
import { Rejection, type Answer, type HttpAnswer } from '../http/answer.js';
import { chooseKey, type Sender } from '../http/authenticate.js';
import type { MemoryOwner } from '../http/bufferBudget.js';
import { inflateBody } from '../http/inflateBody.js';
import { readFirstLine } from '../http/readFirstLine.js';
import { readHeader } from '../http/readHeader.js';
import type { IngestDeps } from '../ingestBatch.js';
import { receiveBatch, type IngestRequest, type ReceivedBody, type Receiving } from '../receiveBatch.js';
import { acceptBatches } from './acceptBatches.js';
import { agreedKey } from './agreedKey.js';
import { createItemParser, type ItemParser } from './parseItems.js';
import { runSoon } from './runSoon.js';
import { withoutByteOrderMark } from './withoutByteOrderMark.js';
import { writeBatches } from './writeBatches.js';

/** An endpoint of Sentry's protocol. */
export interface SentryTarget {
  readonly kind: 'envelope' | 'store' | 'security';
  /** Digits; absent in `/api/store/`. */
  readonly projectNumber: string | undefined;
}

const TARGET =
  /^(?:[hH][tT][tT][pP][sS]?:\/\/[^/?#]*)?\/api\/(?:(\d{1,30})\/(envelope|store|security)|store)\/?(?:\?|$)/;

/** Returns the endpoint that a request's target names, if it is one of Sentry's. */
export function parseSentryTarget(target: string): SentryTarget | undefined {
  const [found, projectNumber, kind = 'store'] = TARGET.exec(target) ?? [];
  return found === undefined ? undefined : { kind: kind as SentryTarget['kind'], projectNumber };
}

const MAX_PROJECT_ID = 2n ** 63n - 1n;

/** Whether a project can have a number. */
const isProjectNumber = (text: string): boolean => /^[1-9]/.test(text) && BigInt(text) <= MAX_PROJECT_ID;

const NO_PROJECT = new Rejection(404, 'not_found', 'No project can have the number in the address.');

const OTHER_PROJECT = new Rejection(
  403,
  'other_project',
  'The project number in the address is not that of the key. Copy the whole DSN.',
);

/** Handles a request of a Sentry SDK (protocol 4.7), in the steps of `ingestBatch`. */
export async function ingestSentry(
  ingest: IngestRequest,
  deps: IngestDeps,
  target: SentryTarget,
  onIdentified: (batchId: string) => void,
): Promise<Answer> {
  const { request, trace } = ingest;
  if (target.projectNumber !== undefined && !isProjectNumber(target.projectNumber)) return NO_PROJECT;
  const checkSender = ({ project }: Sender): Rejection | undefined =>
    target.projectNumber === undefined || target.projectNumber === project.projectId ? undefined : OTHER_PROJECT;
  const accept = async (sender: Sender, body: ReceivedBody): Promise<Answer> => {
    const { memory } = body;
    const written = await translateAndWrite(target, request, body, deps);
    if (written instanceof Rejection) return written;
    const { bodies, items } = written;
    const settled = await acceptBatches(bodies, { request, sender, memory, trace, onIdentified }, deps);
    if (settled === 'hang_up' || settled instanceof Rejection) return settled;
    // A request that is sent again was counted.
    if (!settled.some(({ isDuplicate }) => isDuplicate)) {
      deps.refusals.countSdkItems(sender.project.projectId, items);
    }
    return answerSentry(settled, items);
  };
  const url = request.url ?? '';
  const headers = ['x-sentry-auth', 'authorization'].map((name) => readHeader(request, name));
  const keys = {
    inHeader: headers.flatMap((header) => readSentryKeys(header, '')),
    inUrl: readSentryKeys(undefined, url),
  };
  const receiving = { checkSender, checkType: () => undefined };
  if (target.kind !== 'envelope' || keys.inHeader.length + keys.inUrl.length > 0) {
    return receiveBatch(ingest, { ...receiving, key: agreedKey(keys) }, deps, accept);
  }
  return receiveTunneled(ingest, { ...receiving, projectNumber: target.projectNumber }, deps, accept);
}

/** Returns the owner of the memory that holds a first line until its key is known: the network of the client. */
function ownerOf(request: IncomingMessage, { trustedProxies }: IngestDeps): MemoryOwner {
  const address = clientAddress(peerAddress(request.socket), readHeader(request, 'x-forwarded-for'), trustedProxies);
  const network = subscriberNetwork(address);
  return { organizationId: network, projectId: network };
}

/** Receives an envelope from a tunnel, which forwards it without a key: the DSN is in its first line. */
async function receiveTunneled(
  ingest: IngestRequest,
  { projectNumber, ...receiving }: Omit<Receiving, 'key'> & Pick<SentryTarget, 'projectNumber'>,
  deps: IngestDeps,
  accept: Parameters<typeof receiveBatch>[3],
): Promise<Answer> {
  const { limits, firstLineBudget } = deps;
  const began = performance.now();
  const memory = firstLineBudget.open(ownerOf(ingest.request, deps));
  try {
    const reading = { limits, memory, isTight: firstLineBudget.isTight };
    const start = await readFirstLine(ingest.request, ingest.response, reading);
    if (start === 'hang_up' || start instanceof Rejection) return start;
    const dsn = start.line === undefined ? undefined : readTunnelDsn(withoutByteOrderMark(start.line));
    const named = dsn === undefined ? undefined : parseSentryDsn(dsn);
    if (named !== undefined && named.projectNumber !== projectNumber) return OTHER_PROJECT;
    const key = named === undefined ? undefined : chooseKey([named.key], []);
    // The rest of the body has the rest of the time, and takes over the memory.
    const bodyTimeoutMs = Math.max(1, limits.bodyTimeoutMs - (performance.now() - began));
    const head = { chunks: start.head, onTaken: memory.close };
    const rest = { ...deps, limits: { ...limits, bodyTimeoutMs } };
    return await receiveBatch(ingest, { ...receiving, key, head }, rest, accept);
  } finally {
    memory.close();
    // The body was paused after its first line. What is left of one that is refused is discarded, or the connection would stay unread.
    ingest.request.resume();
  }
}

/** A request as batches, and what its response depends on besides. */
interface WrittenRequest {
  readonly bodies: readonly BatchBody[];
  readonly items: Omit<Translation, 'events'>;
}

/** Separate from its caller, so that the events can be garbage-collected while Redis is asked. Refuses with 400, 413 and 503. */
async function translateAndWrite(
  target: SentryTarget,
  request: IncomingMessage,
  body: ReceivedBody,
  deps: IngestDeps,
): Promise<WrittenRequest | Rejection> {
  const parser = createItemParser(deps.limits, body.memory.acquire);
  const translation = await translate(target, request, { ...body, parser }, deps);
  if (translation instanceof Rejection) return translation;
  const { events, ...items } = translation;
  const foreign = { events, maxDepth: parser.deepest() + LEVELS_ADDED };
  const bodies = await runSoon(writeBatches(foreign, body.memory, deps.limits));
  return bodies instanceof Rejection ? bodies : { bodies, items };
}

/** Levels that translation adds to those of the texts of a request, at most. */
const LEVELS_ADDED = 8;

async function translate(
  { kind }: SentryTarget,
  { url = '' }: IncomingMessage,
  { bytes: body, memory, parser }: ReceivedBody & { readonly parser: ItemParser },
  deps: IngestDeps,
): Promise<Translation | Rejection> {
  const bytes = withoutByteOrderMark(body);
  const read = async (): Promise<Translation | Problem | Rejection> => {
    if (kind === 'store') return await runSoon(translateStored(bytes, parser));
    if (kind === 'security') return await runSoon(translateSecurityReport(bytes, readReportQuery(url), parser));
    const envelope = readEnvelope(bytes, LIMITS.maxRequestEvents);
    if ('problem' in envelope) return envelope;
    const recordings = await inflateRecordings(envelope, deps.limits.maxDecodedBytes, memory);
    if (recordings instanceof Rejection) return recordings;
    return await runSoon(translateEnvelope(envelope, { ...parser, recordings }));
  };
  const translation = await read();
  const refused = parser.refusal();
  if (refused !== undefined) return refused;
  return 'problem' in translation ? rejectionOf(translation) : translation;
}

const rejectionOf = ({ problem, isTooLarge }: Problem): Rejection =>
  isTooLarge ? new Rejection(413, 'too_many_events', problem) : new Rejection(400, 'invalid_envelope', problem);

function readReportQuery(url: string): { environment?: string; release?: string } {
  const query = new URLSearchParams(url.slice(url.indexOf('?') + 1));
  const environment = query.get('sentry_environment');
  const release = query.get('sentry_release');
  return { ...(environment === null ? {} : { environment }), ...(release === null ? {} : { release }) };
}

/**
 * Inflates the recordings of an envelope. One that is broken or too large affects no other item; refuses with 503 for lack of memory.
 * @param maxBytes of all recordings together
 */
async function inflateRecordings(
  envelope: Envelope,
  maxBytes: number,
  memory: ReceivedBody['memory'],
): Promise<ReadonlyMap<EnvelopeItem, Buffer | undefined> | Rejection> {
  const inflated = new Map<EnvelopeItem, Buffer | undefined>();
  let bytesLeft = maxBytes;
  for (const item of recordingsOf(envelope)) {
    const recording = findRecording(item);
    if (recording === undefined) continue;
    const { coding, bytes } = recording;
    if (coding === 'identity') continue;
    const maxDecodedBytes = Math.min(LIMITS.maxReplayBytes, bytesLeft);
    const result = maxDecodedBytes > 0 ? await inflateBody(bytes, { coding, maxDecodedBytes, memory }) : undefined;
    if (result instanceof Rejection && result.status === 503) return result;
    const recorded = result instanceof Rejection ? undefined : result;
    inflated.set(item, recorded);
    // One that is refused may have been inflated that far.
    bytesLeft -= recorded?.length ?? maxDecodedBytes;
  }
  return inflated;
}

/** How long SDKs drop items that Sluice does not take, in seconds. */
const UNTAKEN_SECONDS = 86_400;

/**
 * Returns the response to an accepted request: 200 with the id that the SDK sent, or 429 if no event was processed and a limit was
 * met. The categories of limits are always named: without them, SDKs hold off everything.
 */
function answerSentry(settled: readonly SettledBatch[], { id, untaken }: WrittenRequest['items']): HttpAnswer {
  const holdOffs = new Map<EventType, number>();
  let isAccepted = settled.length === 0;
  for (const { isDuplicate, facts } of settled) {
    if (isDuplicate || facts === undefined || tallyOf(facts.verdicts).processed > 0) isAccepted = true;
    if (isDuplicate || facts === undefined) continue;
    for (const [type, seconds] of computeHoldOffs(facts)) {
      holdOffs.set(type, Math.max(seconds, holdOffs.get(type) ?? 0));
    }
  }
  const limits = sentryRateLimits(holdOffs, untaken.size === 0 ? undefined : UNTAKEN_SECONDS);
  const headers: Record<string, string> = limits === undefined ? {} : { 'x-sentry-rate-limits': limits };
  if (isAccepted || holdOffs.size === 0)
    return { status: 200, headers, body: JSON.stringify(id === undefined ? {} : { id }) };
  const message = 'No event was processed, because a limit was reached.';
  return { status: 429, headers, body: JSON.stringify(errorBody('rate_limited', message)) };
}

/** Headers of the response to a preflight. */
export const SENTRY_PREFLIGHT_HEADERS: Readonly<Record<string, string>> = {
  'access-control-allow-methods': 'POST, OPTIONS',
  'access-control-allow-headers':
    'X-Sentry-Auth, X-Requested-With, Content-Type, Content-Encoding, Authorization, sentry-trace, baggage',
  'access-control-max-age': '86400',
};

const SERVER_KEY_IN_URL =
  'A server key must not be in an address, and SDKs of Sentry for JavaScript write it there. Use a DSN with a public key; where the project has allowed domains, its setting allowNoOrigin admits programs without an Origin.';

/**
 * Returns a response as Sentry's SDKs read it: with the error in `X-Sentry-Error`, and without `Retry-After`, for which they would
 * drop events of all categories.
 */
export function adaptToSentry(answer: HttpAnswer): HttpAnswer {
  const headers: Record<string, string> = {
    ...answer.headers,
    'access-control-expose-headers': 'X-Sentry-Error, X-Sentry-Rate-Limits',
  };
  delete headers['retry-after'];
  if (!(answer instanceof Rejection)) return { ...answer, headers };
  const { status, code } = answer;
  const message = code === 'server_key_in_url' ? SERVER_KEY_IN_URL : answer.message;
  return { status, headers: { ...headers, 'x-sentry-error': message }, body: JSON.stringify(errorBody(code, message)) };
}
