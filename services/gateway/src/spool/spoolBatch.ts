import { PROCESSED, UNDECIDED, hourOf } from '@sluice/contract';
import { randomUUID } from 'node:crypto';
import { admitAsOf, type AdmissionDeps } from '../admission/admitBatch.js';
import type { AdmittedBatch } from '../batch/admittedBatch.js';
import type { IncomingBatch } from '../batch/identifyBatch.js';
import type { ReserveMemory } from '../batch/parseBatch.js';
import { busy, type Rejection } from '../http/answer.js';
import { cutAgent } from '../settlement/serializeParts.js';
import { notAccepted, type Settlement, type Unsettled } from '../settlement/settleBatch.js';
import { storedSender, type StoredSender } from '../settlement/storedSender.js';
import type { VisitorHasher } from '../visitors/createVisitorHasher.js';
import type { BatchSpool } from './batchSpool.js';
import type { SpooledBatch } from './spooledBatch.js';

/** Dependencies of spooling. */
export interface SpoolingDeps extends AdmissionDeps, Pick<VisitorHasher, 'visitorOf'> {
  readonly spool: Pick<BatchSpool, 'append'>;
  readonly reserveMemory: ReserveMemory;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}

/**
 * Writes a batch that Redis did not accept to the spool. The candidates for allowance are answered as processed, and will be,
 * whatever the limits are at the replay. If the ledger has decided and only the publish is open, its verdicts hold.
 *
 * If the spool cannot accept the batch, either, the result is `unavailable` if the batch had no effect and otherwise `unknown`.
 */
export async function spoolBatch(
  batch: IncomingBatch,
  admitted: AdmittedBatch,
  unsettled: Unsettled,
  deps: SpoolingDeps,
): Promise<Settlement> {
  const charge = unsettled.kind === 'unknown' ? unsettled.charge : undefined;
  const isInDoubt = unsettled.kind === 'unknown';
  const failed = (rejection: Rejection): Settlement => (isInDoubt ? unsettled : { kind: 'unavailable', rejection });
  const arrivalMs = charge?.arrivalMs ?? batch.arrivalMs;
  const sender = storedSender(batch, admitted, arrivalMs, deps);
  const entry = entryOf({ ...batch, ...sender }, admitAsOf(arrivalMs, batch, admitted, deps), unsettled);
  const bytes = entry.serialized.reduce((sum, event) => sum + (event?.json.length ?? 0), 0);
  // The entry copies the events until it is written.
  if (!deps.reserveMemory(bytes)) return failed(busy());
  const appended = await deps.spool.append(entry).catch(() => undefined);
  if (appended === undefined) return failed(notAccepted());
  if (appended === 'duplicate') return { kind: 'duplicate' };
  const verdicts = entry.verdicts.replaceAll(UNDECIDED, PROCESSED);
  const nowMs = charge?.nowMs ?? deps.clock();
  return { kind: 'decided', decision: { verdicts, hour: charge?.hour ?? hourOf(nowMs), nowMs } };
}

function entryOf(batch: IncomingBatch & StoredSender, admitted: AdmittedBatch, unsettled: Unsettled): SpooledBatch {
  const { project, keyKind, hash, windowMs, address, visitor, agent } = batch;
  const charge = unsettled.kind === 'unknown' ? unsettled.charge : undefined;
  const { batchId, arrivalMs, verdicts } = charge ?? { ...batch, verdicts: admitted.verdicts };
  const isAnyKept = verdicts.includes(UNDECIDED) || verdicts.includes(PROCESSED);
  return {
    projectId: project.projectId,
    organizationId: project.organizationId,
    hash,
    batchId,
    arrivalMs,
    windowMs,
    types: admitted.types,
    verdicts,
    entries: charge === undefined ? admitted.entries : undefined,
    address,
    visitor,
    agent: cutAgent(agent),
    keyKind,
    nonce: randomUUID(),
    doubtfulNonce: unsettled.kind === 'unknown' && charge === undefined ? batch.nonce : undefined,
    charged: charge === undefined ? undefined : { hour: charge.hour, epoch: charge.epoch },
    // Filtered events, too: the record of another gateway may have accepted them, and then its verdicts hold.
    serialized: isAnyKept ? admitted.serialized : admitted.serialized.map(() => undefined),
  };
}
