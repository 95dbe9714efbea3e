import { PROCESSED, UNDECIDED, hourOf } from '@sluice/contract';
import { randomUUID } from 'node:crypto';
import type { AdmittedBatch } from '../admission/admitEvents.js';
import { type Answer, busy, unavailable, type Refusal } from '../answer.js';
import { answerBatch, answerDuplicate } from '../batch/answerBatch.js';
import type { Allowance } from '@sluice/redis';
import { explainIfRequested } from '../batch/explainRefusals.js';
import type { IncomingBatch } from '../batch/identifyBatch.js';
import type { ReserveMemory } from '../batch/parseBatch.js';
import { cutAgent } from '../batch/serializeParts.js';
import type { Settlement } from '../batch/settleBatch.js';
import type { GatewayMetrics } from '../gatewayMetrics.js';
import type { BatchSpool } from './batchSpool.js';
import type { SpooledBatch } from './spooledBatch.js';

/** How far Redis came with a batch; `undefined`: it was not asked. */
export type Unsettled = Extract<Settlement, { kind: 'unavailable' | 'unknown' }> | undefined;

/** What spooling needs. */
export interface SpoolingDeps {
  readonly spool: Pick<BatchSpool, 'append'>;
  readonly reserveMemory: ReserveMemory;
  readonly metrics: Pick<GatewayMetrics, 'countVerdicts' | 'countDuplicate'>;
  /** Reads the caps that an explanation names. */
  readonly caps: Pick<Allowance, 'readCaps'>;
  /** Named where the backlog refuses. */
  readonly backlogSeconds: number;
  /** Milliseconds since 1970. */
  readonly nowMs: number;
}

/**
 * Takes a batch that Redis cannot take to this gateway's disk, and answers it: its candidates count as processed, and
 * will be, whatever the limits say by then. Where the ledger had decided and only the publish is open, its verdicts hold.
 * Where the spool cannot take it either: 503 if nothing of it happened, and no answer if that is uncertain.
 * @param decided its events, as of the arrival that the ledger knows
 */
export async function spoolBatch(
  batch: IncomingBatch,
  decided: AdmittedBatch,
  unsettled: Unsettled,
  deps: SpoolingDeps,
): Promise<Answer | Refusal> {
  const spent = unsettled?.kind === 'unknown' ? unsettled.spent : undefined;
  const isInDoubt = unsettled?.kind === 'unknown';
  const entry = entryOf(batch, decided, unsettled);
  const bytes = entry.prepared.reduce((sum, event) => sum + (event?.json.length ?? 0), 0);
  // A copy of its events until it is written.
  if (!deps.reserveMemory(bytes)) return isInDoubt ? 'hang_up' : busy();
  const taken = await deps.spool.append(entry).catch(() => undefined);
  if (taken === undefined)
    return isInDoubt ? 'hang_up' : unavailable('The batch was not accepted. Send it again after Retry-After seconds.');
  if (taken === 'duplicate') {
    deps.metrics.countDuplicate();
    return answerDuplicate();
  }
  const verdicts = entry.verdicts.replaceAll(UNDECIDED, PROCESSED);
  deps.metrics.countVerdicts(verdicts);
  const { nowMs, backlogSeconds } = deps;
  const clock = spent === undefined ? { hour: hourOf(nowMs), nowMs } : { hour: spent.hour, nowMs: spent.nowMs };
  const facts = { types: entry.types, verdicts, backlogSeconds, ...clock };
  return answerBatch(facts, await explainIfRequested({ batch, issues: decided.issues }, facts, deps.caps));
}

function entryOf(batch: IncomingBatch, decided: AdmittedBatch, unsettled: Unsettled): SpooledBatch {
  const { project, keyKind, hash, windowMs, address, agent } = batch;
  const spent = unsettled?.kind === 'unknown' ? unsettled.spent : undefined;
  const { batchId, arrivalMs, verdicts } = spent ?? { ...batch, verdicts: decided.verdicts };
  const isAnyKept = verdicts.includes(UNDECIDED) || verdicts.includes(PROCESSED);
  return {
    projectId: project.projectId,
    organizationId: project.organizationId,
    hash,
    batchId,
    arrivalMs,
    windowMs,
    types: decided.types,
    verdicts,
    address,
    agent: cutAgent(agent),
    keyKind,
    nonce: randomUUID(),
    doubtfulNonce: unsettled?.kind === 'unknown' && spent === undefined ? batch.nonce : undefined,
    charged: spent === undefined ? undefined : { hour: spent.hour, epoch: spent.epoch },
    // Filtered events too: a record of another gateway may have let them through, and then its verdicts hold.
    prepared: isAnyKept ? decided.prepared : decided.prepared.map(() => undefined),
  };
}
