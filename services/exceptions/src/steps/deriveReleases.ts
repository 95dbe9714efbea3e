import { orderingTime } from '@sluice/contract';
import type { Tx } from '@sluice/db';
import { upsertReleases, type ReleaseSighting } from '@sluice/sourcemaps/statements';
import type { PlacedException } from './deriveIssues.js';

/** A release seen on an exception has a row (protocol 3.5), with how many exceptions it had, the first and the last. */
export async function deriveReleases(tx: Tx, placed: readonly PlacedException[]): Promise<void> {
  const sightings: ReleaseSighting[] = [];
  for (const { row, place } of placed) {
    if (typeof place.release !== 'string') continue;
    const timestampMs = orderingTime(row.row.timestamp, row.facts);
    sightings.push({ projectId: row.row.project_id, version: place.release, timestampMs, exceptions: 1 });
  }
  if (sightings.length > 0) await upsertReleases(tx, sightings);
}
