import type { Migration } from './migration.js';

/**
 * The time by which an exception is ordered, if that is not its `timestamp` (`orderingTime`). NULL in rows of earlier versions:
 * they are ordered by their `timestamp`.
 *
 * Earlier versions let a device with a wrong clock say when a release was first seen, and thereby which of two releases is the
 * later one. A row of `releases` is inserted with the first sighting of its release or before, so a first sighting days before
 * that is false. An event counts up to 24 hours before its arrival and is stored up to 72 hours after it.
 */
export const orderingTimes: Migration = {
  name: '0040-ordering-times',
  statements: () => [
    `alter table exceptions add column ordered_at timestamptz`,
    `update releases set first_seen = created_at, last_seen = greatest(last_seen, created_at),
       last_seen_hour = hour_of(greatest(last_seen, created_at))
     where first_seen < created_at - interval '96 hours'`,
  ],
};
