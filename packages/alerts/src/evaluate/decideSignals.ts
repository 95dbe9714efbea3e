import { inTransaction, type Database, type Tx } from '@sluice/db';
import type { AlertSignal } from '../decide/alertSignal.js';
import type { DecidedSignals } from '../decide/matchSignals.js';
import { deleteSignals, takeSignals } from '../sql/firings/signals.js';
import { keepForFrames } from '../sql/firings/frameSignals.js';
import { interleave } from '../decide/interleave.js';
import { recordFirings, type RecordedFiring } from '../sql/firings/recordFirings.js';

/** What a decision did. */
export interface SignalDecision {
  /** Those that were decided. */
  readonly signals: readonly AlertSignal[];
  readonly firings: readonly RecordedFiring[];
}

/** Which signals to decide. */
interface SignalQuery {
  readonly projectId: string;
  readonly limit: number;
  /** Whether the frames of a signal are to be looked at, after the decision and apart from it: see `frameSignals.ts`. */
  readonly hasFrames?: (signal: AlertSignal) => boolean;
}

/** Signals of one decision whose frames are looked at: of each release, as far as they go. */
const MOST_FRAMES = 20;

/**
 * Decides the oldest signals of a project, at most `limit`, in one transaction: a signal is gone, or kept for its frames, if and only
 * if its firings are stored. Another process that decides at the same time gets other signals. What signals say does not last
 * (`FiringCandidate.lasts`), so that no firing is looked up: one that exists is not added again.
 * @param decide called once, with signals that no other process gets; it may read in the transaction
 */
export const decideSignals = (
  db: Database,
  { projectId, limit, hasFrames = () => false }: SignalQuery,
  decide: (signals: readonly AlertSignal[], tx: Tx) => Promise<DecidedSignals>,
): Promise<SignalDecision> =>
  inTransaction(db, async (tx) => {
    const taken = await takeSignals(tx, projectId, limit);
    if (taken.length === 0) return { signals: taken, firings: [] };
    const { candidates, decided } = await decide(taken, tx);
    const signals = taken.slice(0, decided);
    const firings = await recordFirings(tx, projectId, candidates);
    const framed = new Set(
      interleave(signals.filter(hasFrames), ({ details }) => details['release'])
        .slice(0, MOST_FRAMES)
        .map(({ id }) => id),
    );
    await keepForFrames(tx, projectId, [...framed]);
    const ids = signals.map(({ id }) => id).filter((id) => !framed.has(id));
    await deleteSignals(tx, projectId, ids);
    return { signals, firings };
  });
