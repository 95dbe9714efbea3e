import { PROCESSED, type SerializedPart } from '@sluice/contract';
import { PublishFailedError, type Publisher } from '@sluice/queues';
import { certainlyNotExecuted, type Allowance, type SpendReply, type SpendRequest } from '@sluice/redis';
import { failPoint, withTimeout } from '@sluice/runtime';
import { setTimeout as delay } from 'node:timers/promises';
import { admitAsOf, type AdmissionDeps } from '../admission/admitBatch.js';
import type { AdmittedBatch } from '../batch/admittedBatch.js';
import type { IncomingBatch } from '../batch/identifyBatch.js';
import { unavailable, type Rejection } from '../http/answer.js';
import type { VisitorHasher } from '../visitors/createVisitorHasher.js';
import { eventSizes, serializeParts } from './serializeParts.js';
import { storedSender } from './storedSender.js';

/** A batch that its organization's ledger has decided. */
export type LedgerReply = Exclude<SpendReply, { readonly kind: 'no_ledger' }>;

/** The verdicts that a response reports. */
interface SettledVerdicts {
  /** One `VERDICTS` character for each event. */
  readonly verdicts: string;
  /** The UTC hour that was charged, hours since 1970. */
  readonly hour: number;
  /** The clock of Redis, or of the gateway if Redis was not asked; milliseconds since 1970. */
  readonly nowMs: number;
  /** Rest of the byte quota; `null` or unset if there is none or it is not known. */
  readonly bytesLeft?: number | null;
}

/**
 * How a batch was settled.
 *
 * - `decided`, `duplicate`: accepted, now or before. A duplicate that the spool recognized has no decision.
 * - `unavailable`: the batch had no effect.
 * - `unknown`: the client must send the batch again. With `charge`, the charge is permanent and the publish is in doubt; without
 *   it, the charge is in doubt and nothing is published.
 */
export type Settlement =
  | { readonly kind: 'decided'; readonly decision: SettledVerdicts }
  | { readonly kind: 'duplicate'; readonly decision?: SettledVerdicts }
  | Unsettled;

/** A batch that Redis did not accept. */
export type Unsettled =
  | { readonly kind: 'unavailable'; readonly rejection: Rejection }
  | { readonly kind: 'unknown'; readonly charge?: LedgerReply };

/** Dependencies of settling. */
export interface SettleDeps extends AdmissionDeps, Pick<VisitorHasher, 'visitorOf'> {
  readonly allowance: Pick<Allowance, 'spend' | 'extend' | 'undo'>;
  readonly publisher: Pick<Publisher, 'publish' | 'isMarked'>;
  /** Creates a missing ledger; rejects if Redis does not answer. */
  readonly seedLedger: (organizationId: string) => Promise<void>;
  /** Called for each published batch whose accept mark this gateway set. @param hour the hour that was charged */
  readonly onAcknowledged: (hour: number, parts: readonly SerializedPart[]) => void;
  /** Called with the duration of a step, in milliseconds. */
  readonly onStepDone: (step: 'spend' | 'publish', ms: number) => void;
  /** Longest time for charging and publishing, in milliseconds. */
  readonly settleMs: number;
}

/** Part of `settleMs` that is reserved for undoing a charge. */
const UNDO_MS = 500;
const PAUSE_MS = 50;

/** 503 for a batch that had no effect. */
export const notAccepted = (): Rejection =>
  unavailable('The batch was not accepted. Send it again after Retry-After seconds.');

/**
 * Charges the batch, then publishes its accepted events; both are idempotent (design 2.4).
 *
 * | the ledger | the accept mark | result |
 * |---|---|---|
 * | decides that no event is processed | – | the tally; nothing is published |
 * | decides now | – | publish: the tally, or `duplicate` if another request with this record was first |
 * | has a record | set | `duplicate` |
 * | has a record | not set | the charging request has not published: extend the record, publish |
 *
 * A charge that may have happened, or whose publish certainly failed, is undone. `unavailable` is returned only if it is certain
 * that the batch had no effect.
 */
export async function settleBatch(
  batch: IncomingBatch,
  admitted: AdmittedBatch,
  deps: SettleDeps,
): Promise<Settlement> {
  const started = performance.now();
  const deadline = started + deps.settleMs;
  const request = spendRequest(batch, admitted, deps);
  const charging = batch.trace?.child('charge');
  const charge = await spendAllowance(request, deps, deadline - UNDO_MS);
  charging?.end({ 'sluice.charge': charge.kind });
  deps.onStepDone('spend', performance.now() - started);
  if (charge.kind === 'failed') {
    // Redis executes a late charge before its undo, so that a resend is counted once.
    const isUndone = charge.certain || (await undoCharge(request, deps, deadline)) === 'undone';
    return isUndone ? { kind: 'unavailable', rejection: notAccepted() } : { kind: 'unknown' };
  }
  if (!charge.verdicts.includes(PROCESSED)) return { kind: 'decided', decision: charge };
  failPoint('after-charge');
  const publishing = batch.trace?.child('publish');
  try {
    const charged = { batch, admitted, request, charge, trace: publishing?.traceparent };
    const settlement = await publish(charged, deps, deadline - UNDO_MS);
    publishing?.end({ 'sluice.settlement': settlement.kind });
    return settlement;
  } catch (error) {
    publishing?.end({}, error);
    if (error instanceof PublishFailedError && !error.certain) return { kind: 'unknown', charge };
    const undone = await undoCharge(request, deps, deadline);
    if (undone === 'undone') return { kind: 'unavailable', rejection: notAccepted() };
    return undone === 'shared' ? { kind: 'unknown', charge } : { kind: 'unknown' };
  }
}

function spendRequest(batch: IncomingBatch, admitted: AdmittedBatch, { settleMs }: SettleDeps): SpendRequest {
  const { project, hash, nonce, batchId, arrivalMs, windowMs } = batch;
  const { projectId, organizationId, monthly, settings } = project;
  const { spikeProtection, eventsPerHour, bytesPerHour } = settings;
  return {
    organizationId,
    projectId,
    hash,
    nonce,
    batchId,
    arrivalMs,
    types: admitted.types,
    verdicts: admitted.verdicts,
    entries: admitted.entries,
    sizes: eventSizes(admitted.serialized),
    spikeProtection,
    eventsPerHour,
    bytesPerHour,
    lift: project.lift,
    monthly,
    // A publish ends within `settleMs` of its charge. The record lives for the window after that, the accept mark longer.
    recordTtlMs: windowMs + 2 * settleMs,
  };
}

/** Why there is no decision. `certain`: nothing was charged; otherwise something may have been. */
interface SpendFailure {
  readonly kind: 'failed';
  readonly certain: boolean;
}

/**
 * Spends the allowance of a whole batch in one call (protocol 3.1, steps 4 and 5). Repeats an ambiguous call under the same
 * nonce, which makes it idempotent, until `deadline` (of `performance.now()`). Ends at a call that certainly had no effect.
 */
async function spendAllowance(
  request: SpendRequest,
  { allowance, seedLedger }: SettleDeps,
  deadline: number,
): Promise<LedgerReply | SpendFailure> {
  let inDoubt = false;
  while (performance.now() < deadline) {
    try {
      const reply = await before(deadline, allowance.spend(request));
      if (reply.kind !== 'no_ledger') return reply;
    } catch (error) {
      inDoubt ||= !certainlyNotExecuted(error);
      if (!inDoubt) return { kind: 'failed', certain: true };
      await delay(PAUSE_MS);
      continue;
    }
    try {
      await before(deadline, seedLedger(request.organizationId));
    } catch {
      break;
    }
  }
  return { kind: 'failed', certain: !inDoubt };
}

/** A charged batch. */
interface ChargedBatch {
  readonly batch: IncomingBatch;
  readonly admitted: AdmittedBatch;
  readonly request: SpendRequest;
  readonly charge: LedgerReply;
  /** `traceparent` of the publish, if it is traced. */
  readonly trace: string | undefined;
}

async function publish(charged: ChargedBatch, deps: SettleDeps, deadline: number): Promise<Settlement> {
  const { batch, request, charge } = charged;
  const { allowance, publisher, onStepDone } = deps;
  const identity = { projectId: request.projectId, hash: request.hash, batchId: charge.batchId };
  const started = performance.now();
  if (charge.kind === 'recorded') {
    if (await before(deadline, publisher.isMarked(identity))) return { kind: 'duplicate', decision: charge };
    await before(deadline, allowance.extend(request));
  }
  const parts = serializeAccepted(charged, deps);
  // The accept mark must outlive the record: otherwise a resend would be published again and answered with a tally.
  const markTtlMs = batch.windowMs + 4 * deps.settleMs;
  const { hour } = charge;
  const result = await publisher.publish({ ...identity, parts, hour, markTtlMs }, timeUntil(deadline));
  if (result === 'accepted') deps.onAcknowledged(hour, parts);
  onStepDone('publish', performance.now() - started);
  failPoint('after-publish');
  return { kind: result === 'accepted' ? 'decided' : 'duplicate', decision: charge };
}

/** Serializes the accepted events under the identity, arrival and hour that the ledger recorded. */
function serializeAccepted({ batch, admitted, charge, trace }: ChargedBatch, deps: SettleDeps): SerializedPart[] {
  const { serialized } = admitAsOf(charge.arrivalMs, batch, admitted, deps);
  const { project, agent, keyKind } = batch;
  const { projectId, organizationId } = project;
  const sender = storedSender(batch, admitted, charge.arrivalMs, deps);
  return serializeParts({ projectId, organizationId, ...sender, agent, keyKind, serialized, trace }, charge);
}

/** Result of an undo. `shared`: another call uses the charge, so it remains. `in_doubt`: it may be undone, now or later. */
type UndoResult = 'undone' | 'shared' | 'in_doubt';

/** Undoes the charge of this call. */
async function undoCharge(request: SpendRequest, { allowance }: SettleDeps, deadline: number): Promise<UndoResult> {
  while (performance.now() < deadline) {
    try {
      return (await before(deadline, allowance.undo(request))) === 'shared' ? 'shared' : 'undone';
    } catch (error) {
      // Redis would repeat an error reply; a lost connection may recover.
      if (error instanceof Error && error.name === 'ReplyError') return 'in_doubt';
      await delay(PAUSE_MS);
    }
  }
  return 'in_doubt';
}

/** Timers last a multiple of this, in milliseconds: Node has a list for each duration, and creates and sorts it. */
const TIMER_STEP_MS = 64;

/** Milliseconds until a deadline of `performance.now()`, or until shortly before it; at least 1. */
function timeUntil(deadline: number): number {
  const ms = deadline - performance.now();
  return Math.max(1, ms < 2 * TIMER_STEP_MS ? ms : Math.floor(ms / TIMER_STEP_MS) * TIMER_STEP_MS);
}

/** Resolves with the result of `work`. @param deadline by `performance.now()` @throws TimeoutError shortly before it */
const before = <T>(deadline: number, work: Promise<T>): Promise<T> => withTimeout(work, timeUntil(deadline));
