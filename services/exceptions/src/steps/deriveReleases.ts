import { upsertReleases, type ReleaseSighting, type Tx } from '@sluice/db';
import type { StoredRow } from '@sluice/drain';

/** A release seen on an exception has a row (spec 3.5), with how many exceptions it had, the first and the last. */
export async function deriveReleases(tx: Tx, stored: readonly StoredRow<'exceptions'>[]): Promise<void> {
  const sightings: ReleaseSighting[] = [];
  for (const { row } of stored) {
    if (row.release === null) continue;
    const { project_id: projectId, release: version, timestamp: timestampMs } = row;
    sightings.push({ projectId, version, timestampMs, exceptions: 1 });
  }
  if (sightings.length > 0) await upsertReleases(tx, sightings);
}
