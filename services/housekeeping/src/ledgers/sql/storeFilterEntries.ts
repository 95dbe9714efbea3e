import { startOfHour, type EntryReason } from '@sluice/contract';
import { sql } from 'kysely';
import { type Queryable, mergeByKey, unnest } from '@sluice/db';

/** How many events one entry of a filter dropped in one hour, in total. */
interface FilterEntryCount {
  readonly projectId: string;
  readonly reason: EntryReason;
  readonly entry: string;
  /** Hours since 1970. */
  readonly hour: number;
  readonly count: number;
}

/**
 * Writes a ledger's counts of filter entries, as `storeRefusals` writes the refusals that they add up to: absolute for their
 * epoch, from one process at a time for each ledger.
 */
export async function storeFilterEntries(
  db: Queryable,
  epoch: string,
  rows: readonly FilterEntryCount[],
): Promise<void> {
  if (rows.length === 0) return;
  const folded = mergeByKey(
    rows,
    (row) => [row.projectId, row.reason, String(row.hour), row.entry],
    (row) => row,
    (a, b) => (b.count > a.count ? b : a),
  );
  await sql`
    insert into filter_entries as f (project_id, reason, hour, entry, epoch, count)
    select * from ${unnest('t', {
      project_id: ['int8', folded.map((row) => row.projectId)],
      reason: ['text', folded.map((row) => row.reason)],
      hour: ['timestamptz', folded.map((row) => new Date(startOfHour(row.hour)).toISOString())],
      entry: ['text', folded.map((row) => row.entry)],
      epoch: ['text', folded.map(() => epoch)],
      count: ['int8', folded.map((row) => row.count)],
    })}
    on conflict (project_id, reason, hour, entry, epoch) do update set count = excluded.count
      where excluded.count is distinct from f.count`.execute(db.kysely);
}
