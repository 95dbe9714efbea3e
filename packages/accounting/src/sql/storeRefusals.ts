import { startOfHour, type CountedType, type Outcome, type Reason } from '@sluice/contract';
import { sql } from 'kysely';
import { groupByShard, type Placed, type ShardGroup, mergeByKey, unnest } from '@sluice/db';

/** How many events a ledger has refused for one reason in one hour, in total. */
export interface RefusalCount {
  readonly projectId: string;
  readonly type: CountedType;
  readonly outcome: Outcome;
  readonly reason: Reason;
  /** Hours since 1970. */
  readonly hour: number;
  readonly count: number;
}

/**
 * Writes a ledger's refusals to `usage`. Counts are absolute for their epoch and replace stored ones, also greater ones, because
 * a refusal can be undone. Call it from one process at a time for each ledger, any number of times. A count of 0 replaces a
 * row but creates none.
 */
export async function storeRefusals(db: Placed, epoch: string, rows: readonly RefusalCount[]): Promise<void> {
  if (rows.length === 0) return;
  const folded = mergeByKey(
    rows,
    (row) => [row.projectId, row.type, row.outcome, row.reason, String(row.hour)],
    (row) => row,
    (a, b) => (b.count > a.count ? b : a),
  );
  for (const group of await groupByShard(db, folded, ({ projectId }) => projectId)) await store(db, epoch, group);
}

async function store(db: Placed, epoch: string, { items, within }: ShardGroup<RefusalCount>): Promise<void> {
  await sql`
    insert into usage as u (project_id, type, outcome, reason, hour, epoch, count)
    select t.* from ${unnest('t', {
      project_id: ['int8', items.map((row) => row.projectId)],
      type: ['text', items.map((row) => row.type)],
      outcome: ['text', items.map((row) => row.outcome)],
      reason: ['text', items.map((row) => row.reason)],
      hour: ['timestamptz', items.map((row) => new Date(startOfHour(row.hour)).toISOString())],
      epoch: ['text', items.map(() => epoch)],
      count: ['int8', items.map((row) => row.count)],
    })}
    where t.count > 0 or exists (
      select from usage s
      where s.project_id = t.project_id and s.type = t.type and s.outcome = t.outcome and s.reason = t.reason
        and s.hour = t.hour and s.epoch = t.epoch and ${within('s.project_id')})
    on conflict (project_id, type, outcome, reason, hour, epoch) do update set count = excluded.count
      where excluded.count is distinct from u.count`.execute(db.kysely);
}
