import { PROCESSED, type SerializedPart } from '@sluice/contract';
import { PublishFailed, type Publisher } from '@sluice/queues';
import type { Allowance, SpendRequest } from '@sluice/redis';
import { failPoint } from '@sluice/runtime';
import { setTimeout as delay } from 'node:timers/promises';
import { before, spendAllowance, type SpendDeps, type LedgerReply } from '../admission/spendAllowance.js';

/**
 * How a batch was settled. `unavailable`: it had no effect. `unknown`: the outcome is unknown, and the client must send it again;
 * with `spent` the charge is permanent and the publish is in doubt, without it the charge is in doubt and nothing is published.
 */
export type Settlement =
  | { readonly kind: 'decided'; readonly spent: LedgerReply }
  | { readonly kind: 'duplicate'; readonly spent: LedgerReply }
  | { readonly kind: 'unavailable' }
  | { readonly kind: 'unknown'; readonly spent?: LedgerReply };

/** Dependencies of settling. */
export interface SettleDeps extends SpendDeps {
  readonly allowance: Pick<Allowance, 'spend' | 'extend' | 'undo'>;
  readonly publisher: Pick<Publisher, 'publish' | 'isMarked'>;
  /** Called with the duration of a step, in milliseconds. */
  readonly onStepDone: (step: 'spend' | 'publish', ms: number) => void;
  readonly settleMs: number;
}

/**
 * A batch to be charged and published. Its mark must outlive its record, or a resend would be published once more, under
 * the id that its receipts know, and be told that it was stored. `serializeAccepted` writes the accepted events as the decision froze them.
 */
export interface BatchToSettle {
  readonly request: SpendRequest;
  readonly markTtlMs: number;
  readonly serializeAccepted: (spent: LedgerReply) => SerializedPart[];
}

/** Of the time to settle, what is kept for taking a charge back. */
const UNDO_MS = 500;
const PAUSE_MS = 50;

/**
 * Design 2: charge, then publish, each idempotent.
 *
 * | the ledger says | and the mark | then |
 * |---|---|---|
 * | nothing of it is processed | – | the tally, nothing is published |
 * | decided now | – | publish: the tally, or `duplicate` where another request with this record was first |
 * | recorded before | set | `duplicate` |
 * | recorded before | not set | the charging request has not published: extend the record, publish        |
 *
 * A charge that may have happened and a publish that certainly has not are taken back, and only where that is certain is
 * nothing said to have happened.
 */
export async function settleBatch(batch: BatchToSettle, deps: SettleDeps): Promise<Settlement> {
  const started = performance.now();
  const deadline = started + deps.settleMs;
  const spent = await spendAllowance(batch.request, deps, deadline - UNDO_MS);
  deps.onStepDone('spend', performance.now() - started);
  if (spent.kind === 'failed') {
    // A charge that is in doubt is taken back: executed late, both come in this order, and a resend is counted once.
    const isNothing = spent.certain || (await undoCharge(batch.request, deps, deadline)) === 'gone';
    return { kind: isNothing ? 'unavailable' : 'unknown' };
  }
  if (!spent.verdicts.includes(PROCESSED)) return { kind: 'decided', spent };
  failPoint('after-charge');
  try {
    return await publish(batch, spent, deps, deadline - UNDO_MS);
  } catch (error) {
    if (error instanceof PublishFailed && !error.certain) return { kind: 'unknown', spent };
    const charge = await undoCharge(batch.request, deps, deadline);
    if (charge === 'gone') return { kind: 'unavailable' };
    return charge === 'stands' ? { kind: 'unknown', spent } : { kind: 'unknown' };
  }
}

async function publish(
  { request, serializeAccepted, markTtlMs }: BatchToSettle,
  spent: LedgerReply,
  { allowance, publisher, onStepDone }: SettleDeps,
  deadline: number,
): Promise<Settlement> {
  const identity = { projectId: request.projectId, hash: request.hash, batchId: spent.batchId };
  const started = performance.now();
  if (spent.kind === 'recorded') {
    if (await before(deadline, publisher.isMarked(identity))) return { kind: 'duplicate', spent };
    await before(deadline, allowance.extend(request));
  }
  const batch = { ...identity, parts: serializeAccepted(spent), hour: spent.hour, markTtlMs };
  const result = await publisher.publish(batch, Math.max(1, deadline - performance.now()));
  onStepDone('publish', performance.now() - started);
  failPoint('after-publish');
  return { kind: result === 'accepted' ? 'decided' : 'duplicate', spent };
}

/** What became of a charge that was to be taken back. `in_doubt`: it may be gone, now or later. */
type UndoResult = 'gone' | 'stands' | 'in_doubt';

/** Undoes the charge of this call. */
async function undoCharge(request: SpendRequest, { allowance }: SettleDeps, deadline: number): Promise<UndoResult> {
  while (performance.now() < deadline) {
    try {
      // Another call knows of a shared charge and may be publishing the batch at this moment.
      return (await before(deadline, allowance.undo(request))) === 'shared' ? 'stands' : 'gone';
    } catch (error) {
      if (isServerError(error)) return 'in_doubt';
      await delay(PAUSE_MS);
    }
  }
  return 'in_doubt';
}

/** An error reply of Redis would be repeated; a lost connection may recover. */
const isServerError = (error: unknown): boolean => error instanceof Error && error.name === 'ReplyError';
