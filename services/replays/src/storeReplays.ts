import { noDetails, type StoreDefinition } from '@sluice/drain';
import { deriveSessions } from './steps/deriveSessions.js';
import { toReplayRow } from './steps/toReplayRow.js';

/**
 * START HERE. The steps of a replay segment, in order; `createWorker` of `@sluice/drain` does the rest.
 *
 * 1. `enrichEvent` (shared): contexts, columns, project user.
 * 2. `toReplayRow`: one segment of a session replay, its events opaque (protocol 6).
 * 3. `deriveSessions`: the segment joins its replay, or creates it.
 * 4. `upsertProjectUsers` (shared, called by the drain), last, because most workers share users.
 */
export const storeReplays: StoreDefinition<'replays'> = {
  type: 'replay',
  table: 'replays',
  // A segment may be megabytes, and travels alone.
  jobs: 64,
  partitioned: ['replay_sessions'],
  readDetails: noDetails,
  toRow: toReplayRow,
  derive: deriveSessions,
};
