import { listPartitions, PARTITIONED_TABLES, type Database } from '@sluice/db';
import { durationText } from '../output/words.js';
import { fail, ok, warn, type Finding } from './finding.js';

/** How long ahead partitions should exist, milliseconds. */
const AHEAD_MS = 2 * 86_400_000;

/** Whether every partitioned table has room for what arrives now and in the next days. */
export async function checkPartitions(db: Database, now: number): Promise<readonly Finding[]> {
  // One whose removal was begun takes no rows.
  const partitions = (await listPartitions(db)).filter(({ detaching }) => !detaching);
  const ends = PARTITIONED_TABLES.map((table) => ({
    table,
    end: endOfCover(
      partitions.filter((partition) => partition.table === table),
      now,
    ),
  }));
  const missing = ends.filter(({ end }) => end <= now).map(({ table }) => table);
  const advice = 'Is services/housekeeping running? Workers make missing ones themselves, more slowly';
  if (missing.length > 0) return [fail('partitions', `none for now: ${missing.join(', ')}`, advice)];
  const ahead = Math.min(...ends.map(({ end }) => end)) - now;
  const message = `${partitions.length} in ${ends.length} tables, ${durationText(ahead)} ahead`;
  return [ahead < AHEAD_MS ? warn('partitions', message, advice) : ok('partitions', message)];
}

/** Until when, milliseconds since 1970, ranges cover the time from `now` on without a gap. */
function endOfCover(ranges: readonly { readonly fromMs: number; readonly toMs: number }[], now: number): number {
  return [...ranges]
    .sort((left, right) => left.fromMs - right.fromMs)
    .reduce((end, { fromMs, toMs }) => (fromMs <= end ? Math.max(end, toMs) : end), now);
}
