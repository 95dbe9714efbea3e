import { type Database, inTransaction, type Tx } from '@sluice/db';
import { groupBy } from '../groupBy.js';
import type { FiringCandidate } from '../decide/firing.js';
import { recordFirings, type RecordedFiring } from '../sql/firings/recordFirings.js';
import type { IsOver } from '../isOver.js';
import { withoutRecorded } from '../sql/firings/withoutRecorded.js';

type Choose = (
  tx: Tx,
  projectId: string,
  candidates: readonly FiringCandidate[],
) => Promise<readonly FiringCandidate[]>;

/** How candidates are recorded. */
interface RecordOptions {
  /** Called in the transaction of a project; returns the candidates that are still to be recorded. Default: all. */
  readonly choose?: Choose;
  readonly isOver?: IsOver | undefined;
}

/** Candidates that are looked up, and those of a project that are recorded, at a time. */
const BATCH = 5_000;

/**
 * Records candidates, those of each project in a transaction, and returns the firings that were added. Candidates that were recorded
 * before cost one statement for thousands of them and no transaction. Ends when its time is over; the rest is recorded by a later call.
 */
export async function recordByProject(
  db: Database,
  candidates: readonly FiringCandidate[],
  { choose = (_tx, _projectId, group) => Promise.resolve(group), isOver = () => false }: RecordOptions = {},
): Promise<readonly RecordedFiring[]> {
  const firings: RecordedFiring[] = [];
  let isFirst = true;
  for (let from = 0; from < candidates.length; from += BATCH) {
    const added = await withoutRecorded(db, candidates.slice(from, from + BATCH));
    for (const [projectId, group] of groupBy(added, (candidate) => candidate.projectId)) {
      if (!isFirst && isOver()) return firings;
      isFirst = false;
      const record = async (tx: Tx) => recordFirings(tx, projectId, await choose(tx, projectId, group));
      firings.push(...(await inTransaction(db, record)));
    }
  }
  return firings;
}
