import type { RefusedEvent } from '@sluice/contract';
import type { Allowance } from '@sluice/redis';
import { peerAddress, type Clock, type Networks, type TraceSpan } from '@sluice/runtime';
import type { IncomingMessage } from 'node:http';
import { admitBatch } from './admission/admitBatch.js';
import { scrubText } from './admission/scrub/scrubText.js';
import type { AdmittedBatch } from './batch/admittedBatch.js';
import type { AnswerFacts } from './batch/answerBatch.js';
import { explainIfRequested } from './batch/explainRefusals.js';
import type { BatchParser } from './batch/parseBatch.js';
import { onePerReason } from './batch/onePerReason.js';
import { identifyBatch, type IncomingBatch } from './batch/identifyBatch.js';
import type { GatewayMetrics } from './gatewayMetrics.js';
import { Rejection, unavailable } from './http/answer.js';
import type { Sender } from './http/authenticate.js';
import type { MemoryAccount } from './http/bufferBudget.js';
import type { Refusals } from './refusals/createRefusals.js';
import { settleBatch, type SettleDeps, type Settlement } from './settlement/settleBatch.js';
import type { BatchSpool } from './spool/batchSpool.js';
import { spoolBatch } from './spool/spoolBatch.js';

/** Dependencies of deciding and settling a batch. */
export interface AcceptDeps extends SettleDeps {
  readonly allowance: SettleDeps['allowance'] & Pick<Allowance, 'readCaps'>;
  /** Whether both Redis connections are alive. */
  readonly isUsable: () => boolean;
  readonly trustedProxies: Networks;
  /** Accepts batches while Redis does not; without it they get 503. */
  readonly spool: Pick<BatchSpool, 'hasRoom' | 'isDuplicate' | 'append'> | undefined;
  readonly duplicateWindowMs: number;
  readonly clock: Clock;
  readonly metrics: GatewayMetrics;
  readonly refusals: Refusals;
}

/** The body of a batch. */
export interface BatchBody {
  /** `{"events":[…]}`. Two batches of a sender with the same bytes are the same batch. */
  readonly bytes: Buffer;
  /** Set if the body was read from another format, and need not be parsed again. */
  readonly parse?: BatchParser;
}

/** The request that a batch came with. */
export interface BatchRequest {
  readonly request: Pick<IncomingMessage, 'headers' | 'socket'>;
  readonly sender: Sender;
  readonly memory: Pick<MemoryAccount, 'acquire'>;
  /** The span of the request, if it is traced. */
  readonly trace?: TraceSpan | undefined;
  /** Called as soon as the id of the batch is known. */
  readonly onIdentified?: ((batchId: string) => void) | undefined;
  /** Whether to explain one refused event for each reason, even if the request does not ask for it. */
  readonly explain?: boolean;
}

/** A batch that was accepted, now or before. */
export interface SettledBatch {
  readonly isDuplicate: boolean;
  readonly events: number;
  /** Its verdicts; unset if the spool recognized a duplicate. */
  readonly facts?: AnswerFacts;
  /** Explanations of refused events, if they were asked for. */
  readonly refused?: readonly RefusedEvent[] | undefined;
}

/**
 * Steps 5 to 8 of ingestion, without the form of the response. Refuses with 400 and 413 a body that is not a batch, and with 503
 * one that could not be settled. `hang_up`: it is unknown whether the batch was accepted.
 */
export async function acceptBatch(
  { bytes, parse }: BatchBody,
  { request, sender, memory, trace, onIdentified, explain = false }: BatchRequest,
  deps: AcceptDeps,
): Promise<SettledBatch | Rejection | 'hang_up'> {
  // 5. Parse (400, 413), then decide each event without I/O: clean, validate, filter, sample, refuse backlogged, scrub.
  // Once parsed, every event has an outcome, and the whole request fails only for lack of memory, Redis and spool.
  const { headers, socket } = request;
  const deciding = trace?.child('admit');
  const identified = identifyBatch({ headers, peer: peerAddress(socket) }, sender, bytes, deps);
  const received =
    parse === undefined ? identified : { ...identified, isWritten: true, explain: explain || identified.explain };
  onIdentified?.(received.batchId);
  const admitting = admitBatch(received, memory.acquire, deps, parse);
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
  return await describeSettlement(batch, admitted, settlement, deps);
}

/** Returns the settlement of a batch that needs no charge: without countable events, or accepted by the spool before. */
async function settleWithoutCharge(
  { hash }: IncomingBatch,
  { types }: AdmittedBatch,
  { spool, clock }: AcceptDeps,
): Promise<Settlement | undefined> {
  if (!/[^-]/.test(types)) return { kind: 'decided', decision: { verdicts: types, hour: 0, nowMs: clock() } };
  return (await spool?.isDuplicate(hash)) === true ? { kind: 'duplicate' } : undefined;
}

/** Whether to ask Redis. A gateway with a spool spares a Redis that is nearly full: the replay of the spool needs the room. */
const isRedisAvailable = ({ isUsable, pressure, spool }: AcceptDeps): boolean =>
  isUsable() && (spool === undefined || !pressure().refuseAll);

export const QUEUES_UNREACHABLE = unavailable(
  'The queues cannot be reached. Send the batch again after Retry-After seconds.',
);
const NOT_ASKED: Settlement = { kind: 'unavailable', rejection: QUEUES_UNREACHABLE };

/** Hold-off in seconds if the backlog protection ended after the batch was decided. */
const ENDED_BACKLOG_SECONDS = 5;

async function describeSettlement(
  batch: IncomingBatch,
  admitted: AdmittedBatch,
  settlement: Settlement,
  { metrics, pressure, allowance, refusals }: AcceptDeps,
): Promise<SettledBatch | Rejection | 'hang_up'> {
  if (settlement.kind === 'unknown') {
    // A resend is a duplicate if the batch was accepted, and is not counted either.
    metrics.countUnanswered(admitted.types);
    return 'hang_up';
  }
  if (settlement.kind === 'unavailable') return settlement.rejection;
  const { kind, decision } = settlement;
  const isDuplicate = kind === 'duplicate';
  if (isDuplicate) metrics.countDuplicate();
  const events = admitted.types.length;
  if (decision === undefined) return { isDuplicate, events };
  const { verdicts, hour, nowMs, bytesLeft: left = null } = decision;
  const quota = batch.project.settings.bytesPerHour;
  const bytes = left === null || quota === null ? {} : { bytes: { left, quota } };
  const backlogSeconds = pressure().holdOffSeconds ?? ENDED_BACKLOG_SECONDS;
  const facts = { types: admitted.types, verdicts, hour, nowMs, backlogSeconds, ...bytes };
  const explained = batch.isWritten === true ? { ...facts, verdicts: onePerReason(facts) } : facts;
  const refused = await explainIfRequested(batch, admitted, explained, allowance);
  if (!isDuplicate) {
    metrics.countVerdicts({ projectId: batch.project.projectId, types: admitted.types, verdicts });
    refusals.sample(batch.project, admitted, verdicts);
  }
  return { isDuplicate, events, facts, refused };
}
