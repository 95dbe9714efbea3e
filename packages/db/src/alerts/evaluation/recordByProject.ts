import type { Database } from '../../connection/createDatabase.js';
import { inTransaction } from '../../connection/inTransaction.js';
import type { FiringCandidate } from '../firing.js';
import { recordFirings, type RecordedFiring } from '../recordFirings.js';
import { withoutRecorded } from '../withoutRecorded.js';

/**
 * Records candidates, those of each project in a transaction, and returns the firings that were added. Candidates that were recorded
 * before cost one statement for all and no transaction.
 */
export async function recordByProject(
  db: Database,
  candidates: readonly FiringCandidate[],
): Promise<readonly RecordedFiring[]> {
  const groups = new Map<string, FiringCandidate[]>();
  for (const candidate of await withoutRecorded(db, candidates)) {
    const group = groups.get(candidate.projectId);
    if (group === undefined) groups.set(candidate.projectId, [candidate]);
    else group.push(candidate);
  }
  const firings: RecordedFiring[] = [];
  for (const [projectId, group] of groups)
    firings.push(...(await inTransaction(db, (tx) => recordFirings(tx, projectId, group))));
  return firings;
}
