import { sql } from 'kysely';
import type { Queryable, Fold } from '@sluice/db';
import { type Bars, barAt } from '@sluice/reading';

/** Which hours and projects. A field that is not set does not filter. */
interface FoldFilter {
  readonly organizationId?: string;
  readonly projectId?: string;
  /** Hours that begin at this time or later, milliseconds since 1970. */
  readonly fromMs: number;
  /** Hours that begin before this time. */
  readonly toMs?: number;
  /** The bars of the totals. Default: hours. */
  readonly bars?: Pick<Bars, 'times' | 'bounds'>;
}

/** Counts derived under `(other)` in one bar. */
export interface FoldRow extends Fold {
  /** The organization's slug. */
  readonly organization: string;
  /** The project's slug. */
  readonly project: string;
  /** Start of the bar. */
  readonly at: Date;
}

/** Returns the counts derived under `(other)`, by project, time and kind. */
export async function readFolds(db: Queryable, filter: FoldFilter): Promise<readonly FoldRow[]> {
  const { organizationId = null, projectId = null, fromMs, toMs, bars } = filter;
  // The first hour of each bar: its start is looked up afterwards.
  const at =
    bars === undefined
      ? sql`f.hour`
      : sql`(${bars.bounds.map((ms) => new Date(ms).toISOString())}::timestamptz[])[${barAt(sql`f.hour`, bars)}]`;
  const { rows } = await sql<Omit<FoldRow, 'count'> & { count: string }>`
    select p.id as "projectId", o.slug as organization, p.slug as project, f.kind,
      ${at} as at, sum(f.count) as count
    from folded_names f
    join projects p on p.id = f.project_id
    join organizations o on o.id = p.organization_id
    where (${organizationId}::int8 is null or o.id = ${organizationId})
      and (${projectId}::int8 is null or f.project_id = ${projectId})
      and f.hour >= ${new Date(fromMs)} and (${toMs === undefined}::bool or f.hour < ${new Date(toMs ?? 0)})
    group by 1, 2, 3, 4, 5 order by 1, 5, 4`.execute(db.kysely);
  const starts = new Map(bars?.bounds.map((ms, index) => [ms, bars.times[index] ?? ms]));
  return rows.map((row) => ({
    ...row,
    at: new Date(starts.get(row.at.getTime()) ?? row.at),
    count: Number(row.count),
  }));
}
