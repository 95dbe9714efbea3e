import { LIST_FILTERS, OTHER_ENTRIES, type EntryReason } from '@sluice/contract';
import { sql } from 'kysely';
import { type Queryable, unnest } from '@sluice/db';

/** Events that one entry of a filter dropped in a range. */
export interface FilterEntryTotal {
  readonly reason: EntryReason;
  /** Its name, as of `filterEntryNames`. */
  readonly entry: string;
  readonly count: number;
}

/** Entries of one filter that a read returns one by one; the smallest beyond it are added up. */
const MAX_ENTRIES = 250;

/**
 * Returns the events that each entry of a project's filters dropped in the hours from `fromMs` up to, not with, `toMs`
 * (milliseconds since 1970): by reason, most first. For each reason they add up to usage, whatever the number of entries.
 */
export async function readFilterEntries(
  db: Queryable,
  projectId: string,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
): Promise<readonly FilterEntryTotal[]> {
  const { rows } = await sql<{ reason: EntryReason; entry: string; total: string }>`
    with totals as (
      select k.reason, f.entry, sum(f.count) as total
      from ${unnest('k', { reason: ['text', Object.keys(LIST_FILTERS)] })}
      cross join lateral (
        select e.entry, e.count from filter_entries e
        where e.project_id = ${projectId} and e.reason = k.reason
          and e.hour >= ${new Date(fromMs)} and e.hour < ${new Date(toMs)}) f
      group by 1, 2),
    placed as (
      select *, row_number() over (partition by reason order by total desc, entry) as place from totals where total > 0)
    select reason, case when place <= ${MAX_ENTRIES} then entry else ${OTHER_ENTRIES} end as entry, sum(total) as total
    from placed group by 1, 2 order by 1, 3 desc, 2`.execute(db.kysely);
  return rows.map(({ reason, entry, total }) => ({ reason, entry, count: Number(total) }));
}
