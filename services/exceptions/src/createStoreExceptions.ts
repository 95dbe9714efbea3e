import { admitPlaces, reopenIssues, type EventPlace } from '@sluice/db';
import type { StoreDefinition, StoredRow } from '@sluice/drain';
import type { FrameResolver } from '@sluice/sourcemaps';
import { deriveIssues } from './steps/deriveIssues.js';
import { deriveReleases } from './steps/deriveReleases.js';
import { readDetails, type ExceptionDetails } from './steps/readDetails.js';
import { resolveFrames } from './steps/resolveFrames.js';
import { toExceptionRow } from './steps/toExceptionRow.js';

/**
 * START HERE. What happens to an exception, in order; `createWorker` of `@sluice/drain` does the rest.
 *
 * 1. `enrichEvent` (shared): contexts, columns (the release is moved out of the contexts), project user.
 * 2. `toExceptionRow`: defaults, and the first of the fingerprints that group it. Frames stay as they were sent.
 * 3. `resolveFrames`: frames as source maps have them now, for grouping only; before the transaction, and for so long only.
 * 4. `admitPlaces`: environments and releases of which the project adds too many in this hour are `(other)` in what follows.
 *    Then `deriveIssues`: the issue that its fingerprints name, opened by the first exception that has none known.
 * 5. `deriveReleases`: the release's row (protocol 3.5).
 * 6. `reopenIssues`: resolved issues that are back. It holds the issues since step 4, and step 5 has seen the releases.
 * 7. `upsertProjectUsers` (shared, called by the drain), last: users are what most workers share.
 */
export function createStoreExceptions(resolver: FrameResolver): StoreDefinition<'exceptions', ExceptionDetails> {
  return {
    type: 'exception',
    table: 'exceptions',
    partitioned: [],
    readDetails,
    toRow: toExceptionRow,
    lookUp: async (stored, timeoutMs) => {
      const found = await resolveFrames(resolver, stored, timeoutMs);
      return stored.map((row) => {
        const resolved = found.get(row);
        return resolved === undefined ? row.details : { ...row.details, resolved };
      });
    },
    derive: async (tx, stored, names) => {
      const places = await admitPlaces(tx, stored.map(placeOf), names);
      const placed = stored.map((row, index) => ({ row, place: places[index] ?? placeOf(row) }));
      const joined = await deriveIssues(tx, placed, names);
      await deriveReleases(tx, placed);
      await reopenIssues(tx, joined);
    },
  };
}

const placeOf = ({ row }: StoredRow<'exceptions', ExceptionDetails>): EventPlace => ({
  projectId: row.project_id,
  environment: row.environment,
  release: row.release,
});
