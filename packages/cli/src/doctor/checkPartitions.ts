import { DAY_MS } from '@sluice/contract';
import { listPartitions, PARTITIONED_TABLES, type Database } from '@sluice/db';
import { durationText } from '../output/words.js';
import { fail, ok, warn, type Finding } from './finding.js';

/** How far ahead partitions should exist, in milliseconds. */
const AHEAD_MS = 2 * DAY_MS;

/** Checks that every partitioned table has partitions for now and the next days. */
export async function checkPartitions(db: Database, now: number): Promise<readonly Finding[]> {
  // A partition whose removal has begun accepts no rows.
  const partitions = (await listPartitions(db)).filter(({ detaching }) => !detaching);
  const ends = PARTITIONED_TABLES.map((table) => ({
    table,
    end: endOfCover(
      partitions.filter((partition) => partition.table === table),
      now,
    ),
  }));
  const missing = ends.filter(({ end }) => end <= now).map(({ table }) => table);
  const advice = 'Is services/housekeeping running? Workers create missing partitions themselves, but more slowly';
  if (missing.length > 0) return [fail('partitions', `none for now: ${missing.join(', ')}`, advice)];
  const ahead = Math.min(...ends.map(({ end }) => end)) - now;
  const message = `${partitions.length} in ${ends.length} tables; they cover the next ${durationText(ahead)}`;
  return [ahead < AHEAD_MS ? warn('partitions', message, advice) : ok('partitions', message)];
}

/** Returns until when (milliseconds since 1970) ranges cover the time from `now` without a gap. */
function endOfCover(ranges: readonly { readonly fromMs: number; readonly toMs: number }[], now: number): number {
  return [...ranges]
    .sort((left, right) => left.fromMs - right.fromMs)
    .reduce((end, { fromMs, toMs }) => (fromMs <= end ? Math.max(end, toMs) : end), now);
}
