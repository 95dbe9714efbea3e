import type { Database } from '../connection/createDatabase.js';
import { inTransaction, type Tx } from '../connection/inTransaction.js';
import type { FiringCandidate } from './firing.js';
import { recordFirings, type RecordedFiring } from './recordFirings.js';
import { withoutRecorded } from './withoutRecorded.js';
import { deleteSignals, takeSignals, type AlertSignal } from './signals.js';

/** What a decision did. */
export interface SignalDecision {
  readonly signals: readonly AlertSignal[];
  readonly firings: readonly RecordedFiring[];
}

/**
 * Decides the oldest signals of a project, at most `limit`, in one transaction: a signal is gone if and only if its firings are
 * stored. Another process that decides at the same time gets other signals.
 * @param decide called once, with signals that no other process gets; it may read in the transaction
 */
export const decideSignals = (
  db: Database,
  { projectId, limit }: { readonly projectId: string; readonly limit: number },
  decide: (signals: readonly AlertSignal[], tx: Tx) => readonly FiringCandidate[] | Promise<readonly FiringCandidate[]>,
): Promise<SignalDecision> =>
  inTransaction(db, async (tx) => {
    const signals = await takeSignals(tx, projectId, limit);
    if (signals.length === 0) return { signals, firings: [] };
    const firings = await recordFirings(tx, projectId, await withoutRecorded(tx, await decide(signals, tx)));
    const ids = signals.map(({ id }) => id);
    await deleteSignals(tx, projectId, ids);
    return { signals, firings };
  });
