import { PROCESSED, type SerializedPart } from '@sluice/contract';
import type { Publisher } from '@sluice/queues';
import type { Allowance, Decision } from '@sluice/redis';
import type { Clock } from '@sluice/runtime';
import { createHash } from 'node:crypto';
import { eventSizes, serializeParts } from '../batch/serializeParts.js';
import { NotReplayableError, type SpooledBatch } from './spooledBatch.js';

/** What a replay asks of Redis. */
export interface ReplayBatchDeps {
  readonly allowance: Pick<Allowance, 'undo' | 'chargeSpooled' | 'recordedBatch'>;
  readonly publisher: Pick<Publisher, 'publish' | 'isMarked'>;
  /** Makes a missing ledger; rejects where Redis does not answer. */
  readonly seedLedger: (organizationId: string) => Promise<void>;
  readonly clock: Clock;
  readonly settleMs: number;
}

/** What a replay has published. */
export interface PublishedBatch {
  /** The hour that was charged, hours since 1970. */
  readonly hour: number;
  readonly parts: readonly SerializedPart[];
}

/**
 * Does what is left to do for a spooled batch; resolves when its entry may go: nothing is to be published, or an accept
 * mark of its id is set. May be repeated after a crash at any point:
 *
 * | step | repeated |
 * |---|---|
 * | take back the call in doubt | does nothing: its record is gone, or another call's |
 * | charge, unless a ledger decided before | the same answer by the entry's nonce, nothing moves |
 * | publish under a mark | the mark is looked for first; where it has expired, receipts skip what comes twice |
 *
 * @returns what this call published; `undefined`: nothing. Rejects as Redis does; with {@link NotReplayableError} where it
 * never will.
 */
export async function replayBatch(batch: SpooledBatch, deps: ReplayBatchDeps): Promise<PublishedBatch | undefined> {
  const { allowance, publisher, settleMs } = deps;
  const { projectId, organizationId, hash, doubtfulNonce } = batch;
  if (doubtfulNonce !== undefined) await allowance.undo({ organizationId, hash, nonce: doubtfulNonce });
  const decision = await decisionOf(batch, deps);
  // An entry may hold no events while the record says that some are processed: then another gateway holds them.
  if (!decision.verdicts.includes(PROCESSED) || batch.prepared.every((event) => event === undefined)) return undefined;
  const { batchId } = decision;
  const shared = { projectId, hash, batchId };
  const own = { projectId, hash: ownMarkOf(hash, batchId), batchId };
  const [recorded, isShared, isOwn] = await Promise.all([
    allowance.recordedBatch(organizationId, hash),
    publisher.isMarked(shared),
    publisher.isMarked(own),
  ]);
  if (isShared || isOwn) return undefined;
  // Under the mark that a resend looks at, where the record leads it there; else that mark may be another batch's, whose
  // resends would not be known any more.
  const identity = recorded === batchId ? shared : own;
  const markTtlMs = batch.windowMs + 4 * settleMs;
  const parts = partsOf(batch, decision);
  const { hour } = decision;
  const result = await publisher.publish({ ...identity, parts, hour, markTtlMs }, settleMs);
  return result === 'accepted' ? { hour, parts } : undefined;
}

/** The hash under which a spooled batch has an accept mark to itself. */
const ownMarkOf = (hash: string, batchId: string): string =>
  createHash('sha256').update(`${hash} ${batchId}`).digest('hex');

async function decisionOf(batch: SpooledBatch, deps: ReplayBatchDeps): Promise<Decision> {
  const { batchId, arrivalMs, verdicts, windowMs, charged } = batch;
  if (charged !== undefined) return { batchId, arrivalMs, verdicts, ...charged };
  const leftMs = arrivalMs + windowMs - deps.clock();
  const request = {
    ...batch,
    sizes: eventSizes(batch.prepared),
    recordTtlMs: leftMs > 0 ? leftMs + 2 * deps.settleMs : 0,
  };
  const reply = await deps.allowance.chargeSpooled(request);
  if (reply.kind !== 'no_ledger') return reply;
  await deps.seedLedger(batch.organizationId);
  const second = await deps.allowance.chargeSpooled(request);
  if (second.kind !== 'no_ledger') return second;
  throw new Error('the ledger could not be created');
}

function partsOf(batch: SpooledBatch, decision: Decision): ReturnType<typeof serializeParts> {
  const header = {
    project: batch.projectId,
    organization: batch.organizationId,
    batch: decision.batchId,
    arrival: decision.arrivalMs,
    hour: decision.hour,
    epoch: decision.epoch,
    ip: batch.address,
    agent: batch.agent,
    keyKind: batch.keyKind,
  };
  try {
    return serializeParts(header, decision.verdicts, batch.prepared);
  } catch (error) {
    // The record is of a program that took other events for valid.
    throw new NotReplayableError('the batch record does not match the spool entry', { cause: error });
  }
}
