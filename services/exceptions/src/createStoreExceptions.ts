import { admitPlaces, type EventPlace } from '@sluice/db';
import { reopenIssues } from '@sluice/issues';
import type { StoreDefinition, StoredRow } from '@sluice/drain';
import type { FrameResolver } from '@sluice/sourcemaps';
import { deriveIssues } from './steps/deriveIssues.js';
import type { MapTouch } from './steps/createMapTouch.js';
import { deriveReleases } from './steps/deriveReleases.js';
import { readDetails, type GroupingDetails } from './steps/readDetails.js';
import { resolveFrames } from './steps/resolveFrames.js';
import { signalIssues } from './steps/signalIssues.js';
import { toExceptionRow } from './steps/toExceptionRow.js';

/**
 * START HERE. The steps of an exception, in order; `createWorker` of `@sluice/drain` does the rest.
 *
 * 1. `enrichEvent` (shared): contexts, columns (the release is moved out of the contexts), project user.
 * 2. `toExceptionRow`: defaults, and the first of the fingerprints that group it. Frames stay as sent.
 * 3. `resolveFrames`: frames resolved with the current source maps, for grouping only; before the transaction and
 * with a time limit. Meanwhile `createMapTouch` renews the retention of the maps with the exceptions' debug ids.
 * 4. `admitPlaces`: environments and releases beyond the hourly limit of new names become `(other)`. Then
 * `deriveIssues`: the issue of its first known fingerprint; without one, a new issue, or `(other)` above the cap.
 * Exceptions of projects with a rule about rates of issues are also counted by minute.
 * 5. `deriveReleases`: the row of its release (protocol 3.5).
 * 6. `reopenIssues`: resolved issues that occurred again. Step 4 has locked the issues, and step 5 knows the
 * releases.
 * 7. `signalIssues`: issues that were opened or reopened, for alerts.
 * 8. `upsertProjectUsers` (shared, called by the drain), last, because most workers share users.
 */
export function createStoreExceptions(
  resolver: Pick<FrameResolver, 'resolve'>,
  touchMaps: MapTouch = () => Promise.resolve(),
): StoreDefinition<'exceptions', GroupingDetails> {
  return {
    type: 'exception',
    table: 'exceptions',
    partitioned: [],
    watches: ['issue_rate'],
    readDetails,
    toRow: toExceptionRow,
    lookUp: async (stored, timeoutMs) => {
      const [found] = await Promise.all([
        resolveFrames(resolver, stored, timeoutMs),
        touchMaps(stored, timeoutMs * TOUCH_SHARE),
      ]);
      return stored.map((row) => {
        const resolved = found.get(row);
        return resolved === undefined ? row.details : { ...row.details, resolved };
      });
    },
    derive: async (tx, stored, context) => {
      const places = await admitPlaces(tx, stored.map(placeOf), context.names);
      const placed = stored.map((row, index) => ({ row, place: places[index] ?? placeOf(row) }));
      const joined = await deriveIssues(tx, placed, context);
      await deriveReleases(tx, placed);
      await signalIssues(tx, placed, { joined, reopened: await reopenIssues(tx, joined) });
    },
  };
}

/** Share of the time limit of the lookup. */
const TOUCH_SHARE = 0.5;

const placeOf = ({ row }: StoredRow<'exceptions', GroupingDetails>): EventPlace => ({
  projectId: row.project_id,
  environment: row.environment,
  release: row.release,
});
