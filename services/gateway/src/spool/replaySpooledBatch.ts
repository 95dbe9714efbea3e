import { PROCESSED, type SerializedPart } from '@sluice/contract';
import type { Publisher } from '@sluice/queues';
import type { Allowance, Decision } from '@sluice/redis';
import type { Clock } from '@sluice/runtime';
import { createHash } from 'node:crypto';
import { eventSizes, serializeParts } from '../settlement/serializeParts.js';
import { NotReplayableError, type SpooledBatch } from './spooledBatch.js';

/** Dependencies of replaying a batch. */
export interface ReplayBatchDeps {
  readonly allowance: Pick<Allowance, 'undo' | 'chargeSpooled' | 'recordedBatch'>;
  readonly publisher: Pick<Publisher, 'publish' | 'isMarked'>;
  /** Creates a missing ledger; rejects if Redis does not answer. */
  readonly seedLedger: (organizationId: string) => Promise<void>;
  readonly clock: Clock;
  readonly settleMs: number;
}

/** The parts that a replay has published. */
export interface PublishedBatch {
  /** The hour that was charged, hours since 1970. */
  readonly hour: number;
  readonly parts: readonly SerializedPart[];
}

/**
 * Charges and publishes a spooled batch. Resolves when its entry can be removed: nothing is left to publish, or an accept mark of
 * its id is set. May be repeated after a crash at any point:
 *
 * | step | repeated |
 * |---|---|
 * | undo the call in doubt | no effect: its record is gone or belongs to another call |
 * | charge, unless a ledger decided before | the same response by the entry's nonce; no counter moves |
 * | publish under an accept mark | the mark is checked first; if it has expired, receipts skip duplicate parts |
 *
 * Resolves with the parts that this call published, `undefined` for none.
 * @throws NotReplayableError if the entry can never be replayed; errors of Redis otherwise
 */
export async function replaySpooledBatch(
  batch: SpooledBatch,
  deps: ReplayBatchDeps,
): Promise<PublishedBatch | undefined> {
  const { allowance, publisher, settleMs } = deps;
  const { projectId, organizationId, hash, doubtfulNonce } = batch;
  if (doubtfulNonce !== undefined) await allowance.undo({ organizationId, hash, nonce: doubtfulNonce });
  const decision = await chargeOnce(batch, deps);
  // An entry without events whose record has processed ones: another gateway spooled the events.
  if (!decision.verdicts.includes(PROCESSED) || batch.serialized.every((event) => event === undefined))
    return undefined;
  const { batchId } = decision;
  const shared = { projectId, hash, batchId };
  const own = { projectId, hash: ownMarkOf(hash, batchId), batchId };
  const [recorded, isShared, isOwn] = await Promise.all([
    allowance.recordedBatch(organizationId, hash),
    publisher.isMarked(shared),
    publisher.isMarked(own),
  ]);
  if (isShared || isOwn) return undefined;
  // The shared mark, which resends check, only if the record refers to this batch. Otherwise the mark may belong to another
  // batch, whose resends would no longer be recognized.
  const identity = recorded === batchId ? shared : own;
  const markTtlMs = batch.windowMs + 4 * settleMs;
  const parts = serializeSpooled(batch, decision);
  const { hour } = decision;
  const result = await publisher.publish({ ...identity, parts, hour, markTtlMs }, settleMs);
  return result === 'accepted' ? { hour, parts } : undefined;
}

/** Returns the hash of an accept mark that only this spooled batch uses. */
const ownMarkOf = (hash: string, batchId: string): string =>
  createHash('sha256').update(`${hash} ${batchId}`).digest('hex');

async function chargeOnce(batch: SpooledBatch, deps: ReplayBatchDeps): Promise<Decision> {
  const { batchId, arrivalMs, verdicts, windowMs, charged } = batch;
  if (charged !== undefined) return { batchId, arrivalMs, verdicts, ...charged };
  const leftMs = arrivalMs + windowMs - deps.clock();
  const request = {
    ...batch,
    sizes: eventSizes(batch.serialized),
    recordTtlMs: leftMs > 0 ? leftMs + 2 * deps.settleMs : 0,
  };
  const reply = await deps.allowance.chargeSpooled(request);
  if (reply.kind !== 'no_ledger') return reply;
  await deps.seedLedger(batch.organizationId);
  const second = await deps.allowance.chargeSpooled(request);
  if (second.kind !== 'no_ledger') return second;
  throw new Error('the ledger could not be created');
}

function serializeSpooled(batch: SpooledBatch, decision: Decision): SerializedPart[] {
  try {
    return serializeParts(batch, decision);
  } catch (error) {
    // Another version of the gateway, with other rules of validity, wrote the record.
    throw new NotReplayableError('the batch record does not match the spool entry', { cause: error });
  }
}
