import type { Database } from '../../connection/createDatabase.js';
import { inTransaction, type Tx } from '../../connection/inTransaction.js';
import type { FiringCandidate } from '../firing.js';
import { recordFirings, type RecordedFiring } from '../recordFirings.js';
import { withoutRecorded } from '../withoutRecorded.js';

type Choose = (
  tx: Tx,
  projectId: string,
  candidates: readonly FiringCandidate[],
) => Promise<readonly FiringCandidate[]>;

/**
 * Records candidates, those of each project in a transaction, and returns the firings that were added. Candidates that were recorded
 * before cost one statement for all and no transaction.
 * @param choose called in the transaction of a project; returns the candidates that are still to be recorded. Default: all
 */
export async function recordByProject(
  db: Database,
  candidates: readonly FiringCandidate[],
  choose: Choose = (_tx, _projectId, group) => Promise.resolve(group),
): Promise<readonly RecordedFiring[]> {
  const groups = new Map<string, FiringCandidate[]>();
  for (const candidate of await withoutRecorded(db, candidates)) {
    const group = groups.get(candidate.projectId);
    if (group === undefined) groups.set(candidate.projectId, [candidate]);
    else group.push(candidate);
  }
  const firings: RecordedFiring[] = [];
  for (const [projectId, group] of groups)
    firings.push(
      ...(await inTransaction(db, async (tx) => recordFirings(tx, projectId, await choose(tx, projectId, group)))),
    );
  return firings;
}
