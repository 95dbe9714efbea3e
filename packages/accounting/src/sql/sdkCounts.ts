import { startOfHour } from '@sluice/contract';
import { sql } from 'kysely';
import { type Queryable, mergeByKey, unnest } from '@sluice/db';

/** What Sentry SDKs sent to one gateway, or dropped, besides events in one hour. */
export interface SdkCount {
  readonly projectId: string;
  /** Hours since 1970. */
  readonly hour: number;
  /** `item`: items that Sluice does not take. `discarded`: what SDKs report to have dropped. */
  readonly kind: 'item' | 'discarded';
  /** The type of an item, or the category of what was dropped. */
  readonly name: string;
  /** Why it was dropped; empty for an item. */
  readonly reason: string;
  readonly count: number;
}

/** What Sentry SDKs sent or dropped besides events in a range; each list most first. */
export interface SdkTotals {
  /** Items that Sluice does not take, by type. */
  readonly notTaken: readonly { readonly name: string; readonly count: number }[];
  /** What SDKs report to have dropped, by Sentry's category and reason. */
  readonly droppedBySdks: readonly { readonly category: string; readonly reason: string; readonly count: number }[];
}

/** Entries of one list; the smallest beyond it are left out. */
const MAX_ENTRIES = 100;

/**
 * Stores what a gateway has counted of Sentry SDKs since its start. Counts are absolute and only grow, so writing them twice or
 * late changes nothing. @param gateway identifies one run of one gateway
 */
export async function storeSdkCounts(db: Queryable, gateway: string, counts: readonly SdkCount[]): Promise<void> {
  if (counts.length === 0) return;
  const folded = mergeByKey(
    counts,
    ({ projectId, hour, kind, name, reason }) => [projectId, String(hour), kind, name, reason],
    (one) => one,
    (a, b) => (b.count > a.count ? b : a),
  );
  await sql`
    insert into sdk_counts as s (project_id, hour, kind, name, reason, gateway, count)
    select * from ${unnest('t', {
      project_id: ['int8', folded.map(({ projectId }) => projectId)],
      hour: ['timestamptz', folded.map(({ hour }) => new Date(startOfHour(hour)).toISOString())],
      kind: ['text', folded.map(({ kind }) => kind)],
      name: ['text', folded.map(({ name }) => name)],
      reason: ['text', folded.map(({ reason }) => reason)],
      gateway: ['text', folded.map(() => gateway)],
      count: ['int8', folded.map(({ count }) => count)],
    })}
    on conflict (project_id, hour, kind, name, reason, gateway) do update set count = excluded.count
      where excluded.count > s.count`.execute(db.kysely);
}

/** Returns what was counted in the hours from `fromMs` up to, not with, `toMs` (milliseconds since 1970). */
export async function readSdkCounts(
  db: Queryable,
  projectId: string,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
): Promise<SdkTotals> {
  const { rows } = await sql<Pick<SdkCount, 'kind' | 'name' | 'reason'> & { total: string }>`
    with totals as (
      select kind, name, reason, sum(count) as total from sdk_counts
      where project_id = ${projectId} and hour >= ${new Date(fromMs)} and hour < ${new Date(toMs)}
      group by 1, 2, 3),
    placed as (
      select *, row_number() over (partition by kind order by total desc, name, reason) as place from totals)
    select kind, name, reason, total from placed where place <= ${MAX_ENTRIES} order by kind, place`.execute(db.kysely);
  const of = (kind: SdkCount['kind']) => rows.filter((row) => row.kind === kind);
  return {
    notTaken: of('item').map(({ name, total }) => ({ name, count: Number(total) })),
    droppedBySdks: of('discarded').map(({ name, reason, total }) => ({ category: name, reason, count: Number(total) })),
  };
}
