import { reopenIssues } from '@sluice/db';
import type { StoreDefinition } from '@sluice/drain';
import { deriveIssues } from './steps/deriveIssues.js';
import { deriveReleases } from './steps/deriveReleases.js';
import { toExceptionRow } from './steps/toExceptionRow.js';

/**
 * START HERE. What happens to an exception, in order; `createWorker` of `@sluice/drain` does the rest.
 *
 * 1. `enrichEvent` (shared): contexts, columns (the release is moved out of the contexts), project user.
 * 2. `toExceptionRow`: defaults, and the first of the fingerprints that group it. Frames stay as they were sent.
 * 3. `deriveIssues`: the issue that its fingerprints name, opened by the first exception that has none known.
 * 4. `deriveReleases`: the release's row (spec 3.5).
 * 5. `reopenIssues`: resolved issues that are back. It holds the issues since step 3, and step 4 has seen the releases.
 * 6. `deriveUsers` (shared, called by the drain), last: users are what most workers share.
 */
export const storeExceptions: StoreDefinition<'exceptions'> = {
  type: 'exception',
  table: 'exceptions',
  partitioned: [],
  toRow: toExceptionRow,
  derive: async (tx, stored) => {
    const joined = await deriveIssues(tx, stored);
    await deriveReleases(tx, stored);
    await reopenIssues(tx, joined);
  },
};
