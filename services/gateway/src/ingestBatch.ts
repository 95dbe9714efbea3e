import type { Allowance } from '@sluice/redis';
import { peerAddress, type Clock, type Networks, type TraceSpan } from '@sluice/runtime';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { admitBatch, type AdmissionDeps } from './admission/admitBatch.js';
import { scrubText } from './admission/scrub/scrubText.js';
import type { AdmittedBatch } from './batch/admittedBatch.js';
import { answerBatch, answerDuplicate } from './batch/answerBatch.js';
import { explainIfRequested } from './batch/explainRefusals.js';
import { identifyBatch, type IncomingBatch } from './batch/identifyBatch.js';
import type { GatewayMetrics } from './gatewayMetrics.js';
import { Rejection, unavailable, type Answer } from './http/answer.js';
import { authenticate } from './http/authenticate.js';
import type { BufferBudget } from './http/bufferBudget.js';
import { checkOrigin } from './http/checkOrigin.js';
import { readBody, type BodyLimits } from './http/readBody.js';
import { readHeader } from './http/readHeader.js';
import type { Refusals } from './refusals/createRefusals.js';
import type { SettingsCache } from './settings/settingsCache.js';
import { settleBatch, type SettleDeps, type Settlement } from './settlement/settleBatch.js';
import type { BatchSpool } from './spool/batchSpool.js';
import { spoolBatch } from './spool/spoolBatch.js';

/** Dependencies of the steps of ingestion. */
export interface IngestDeps extends SettleDeps {
  readonly settings: Pick<SettingsCache, 'find'>;
  readonly allowance: SettleDeps['allowance'] & Pick<Allowance, 'readCaps'>;
  /** Whether both Redis connections are alive. */
  readonly isUsable: () => boolean;
  readonly trustedProxies: Networks;
  readonly limits: AdmissionDeps['limits'] & BodyLimits;
  readonly budget: BufferBudget;
  /** Accepts batches while Redis does not; without it they get 503. */
  readonly spool: Pick<BatchSpool, 'hasRoom' | 'isDuplicate' | 'append'> | undefined;
  readonly duplicateWindowMs: number;
  readonly clock: Clock;
  readonly metrics: GatewayMetrics;
  readonly refusals: Refusals;
}

/** How one request is followed. */
interface IngestOptions {
  /** The span of the request, if it is traced. */
  readonly trace?: TraceSpan | undefined;
  /** Called as soon as the id of the batch is known. */
  readonly onIdentified?: (batchId: string) => void;
}

/**
 * START HERE: handles `POST /api/envelope`, in the steps of design 2.1. Each step may end the request. Cheap checks precede
 * expensive ones, a body is read only for a known project, and the charge comes last because only it is hard to undo. The
 * order of the rejections is part of protocol 4.1.
 */
export async function ingestBatch(
  request: IncomingMessage,
  response: ServerResponse,
  deps: IngestDeps,
  { trace, onIdentified }: IngestOptions = {},
): Promise<Answer> {
  // 1. Authenticate: the key identifies the project, whose settings the later steps need.
  const sender = await authenticate(request, deps.settings, deps.refusals.countDisabledKey);
  if (sender instanceof Rejection) return sender;

  // 2. Check the origin before the cost of reading a body.
  const foreign = checkOrigin(request, sender);
  if (foreign !== undefined) {
    deps.refusals.countOrigin(
      sender.project.projectId,
      readHeader(request, 'origin') ?? readHeader(request, 'referer'),
    );
    return foreign;
  }

  // 3. Check the pressure: a batch that neither Redis nor the spool can accept would only fill this process's memory.
  const overload = checkPressure(deps);
  if (overload !== undefined) return overload;

  const memory = deps.budget.open(sender.project);
  try {
    // 4. Read the body: declared size, coding and type, then the bytes.
    const reading = trace?.child('read body');
    const bytes = await readBody(request, response, { limits: deps.limits, memory, isTight: deps.budget.isTight });
    reading?.end();
    if (!Buffer.isBuffer(bytes)) return bytes;

    // 5. Parse (400, 413), then decide each event without I/O: clean, validate, filter, sample, refuse backlogged, scrub.
    // Once parsed, every event has an outcome, and the whole request fails only for lack of memory, Redis and spool.
    const { headers, socket } = request;
    const deciding = trace?.child('admit');
    const received = identifyBatch({ headers, peer: peerAddress(socket) }, sender, bytes, deps);
    onIdentified?.(received.batchId);
    const admitting = admitBatch(received, memory.acquire, deps);
    const admitted = admitting instanceof Promise ? await admitting : admitting;
    deciding?.end();
    if (admitted instanceof Rejection) return admitted;
    deps.metrics.countTrims(admitted.trims);
    const { scrub } = sender.project.settings;
    const agent = scrub ? scrubText(received.agent) : received.agent;
    const batch = scrub || trace !== undefined ? { ...received, agent, trace } : received;

    // 6. and 7. Charge and publish, in Redis; what Redis does not accept goes to the spool.
    let settlement = await settleWithoutCharge(batch, admitted, deps);
    settlement ??= isRedisAvailable(deps) ? await settleBatch(batch, admitted, deps) : NOT_ASKED;
    const { spool } = deps;
    if (spool !== undefined && (settlement.kind === 'unavailable' || settlement.kind === 'unknown')) {
      settlement = await spoolBatch(batch, admitted, settlement, { ...deps, spool, reserveMemory: memory.acquire });
    }

    // 8. Answer with the verdicts of the settlement: for a resend, the ledger recorded those of the first request.
    return await answerSettlement(batch, admitted, settlement, deps);
  } finally {
    memory.close();
  }
}

function checkPressure({ isUsable, pressure, spool }: IngestDeps): Rejection | undefined {
  if (spool?.hasRoom() === true) return undefined;
  if (!isUsable()) return QUEUES_UNREACHABLE;
  return pressure().refuseAll
    ? unavailable('The queues are full. Send the batch again after Retry-After seconds.')
    : undefined;
}

/** Returns the settlement of a batch that needs no charge: without countable events, or accepted by the spool before. */
async function settleWithoutCharge(
  { hash }: IncomingBatch,
  { types }: AdmittedBatch,
  { spool, clock }: IngestDeps,
): Promise<Settlement | undefined> {
  if (!/[^-]/.test(types)) return { kind: 'decided', decision: { verdicts: types, hour: 0, nowMs: clock() } };
  return (await spool?.isDuplicate(hash)) === true ? { kind: 'duplicate' } : undefined;
}

/** Whether to ask Redis. A gateway with a spool spares a Redis that is nearly full: the replay of the spool needs the room. */
const isRedisAvailable = ({ isUsable, pressure, spool }: IngestDeps): boolean =>
  isUsable() && (spool === undefined || !pressure().refuseAll);

const QUEUES_UNREACHABLE = unavailable('The queues cannot be reached. Send the batch again after Retry-After seconds.');
const NOT_ASKED: Settlement = { kind: 'unavailable', rejection: QUEUES_UNREACHABLE };

/** Hold-off in seconds if the backlog protection ended after the batch was decided. */
const ENDED_BACKLOG_SECONDS = 5;

async function answerSettlement(
  batch: IncomingBatch,
  admitted: AdmittedBatch,
  settlement: Settlement,
  { metrics, pressure, allowance, refusals }: IngestDeps,
): Promise<Answer> {
  if (settlement.kind === 'unknown') {
    // A resend is a duplicate if the batch was accepted, and is not counted either.
    metrics.countUnanswered(admitted.types);
    return 'hang_up';
  }
  if (settlement.kind === 'unavailable') return settlement.rejection;
  const { kind, decision } = settlement;
  if (kind === 'duplicate') metrics.countDuplicate();
  if (decision === undefined) return answerDuplicate();
  const { verdicts, hour, nowMs, bytesLeft: left = null } = decision;
  const quota = batch.project.settings.bytesPerHour;
  const bytes = left === null || quota === null ? {} : { bytes: { left, quota } };
  const backlogSeconds = pressure().holdOffSeconds ?? ENDED_BACKLOG_SECONDS;
  const facts = { types: admitted.types, verdicts, hour, nowMs, backlogSeconds, ...bytes };
  const refused = await explainIfRequested(batch, admitted, facts, allowance);
  if (kind === 'duplicate') return answerDuplicate(refused);
  metrics.countVerdicts({ projectId: batch.project.projectId, types: admitted.types, verdicts });
  refusals.sample(batch.project, admitted, verdicts);
  return answerBatch(facts, refused);
}
