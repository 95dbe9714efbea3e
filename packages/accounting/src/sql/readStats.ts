import { EVENT_TYPES, VERDICTS, type CountedType, type Outcome, type Reason } from '@sluice/contract';
import { sql } from 'kysely';
import { type Database, type Queryable, unnest } from '@sluice/db';
import { type Bars, barAt } from '@sluice/reading';
import { readFilterEntries, type FilterEntryTotal } from './readFilterEntries.js';

/** What to add up, and at which resolution. */
interface StatsRequest {
  readonly bars: Bars;
  /** All types where unset. */
  readonly type?: CountedType | undefined;
}

/** Events of one project, bar, type, outcome and reason. */
export interface StatsRow {
  /** Where the bar begins. */
  readonly at: Date;
  readonly type: CountedType;
  readonly outcome: Outcome;
  readonly reason: Reason;
  readonly count: number;
}

const TYPES: readonly CountedType[] = [...EVENT_TYPES, 'unknown'];

/**
 * Returns a project's counts by time, type, outcome and reason, in that order, without zeros. Each possible
 * combination is one range of the primary key, so that no other projects or times are read.
 */
async function readStats(db: Queryable, projectId: string, request: StatsRequest): Promise<readonly StatsRow[]> {
  const types = request.type === undefined ? TYPES : [request.type];
  const keys = types.flatMap((type) => Object.values(VERDICTS).map((verdict) => ({ type, ...verdict })));
  const { rows } = await sql<{ bar: number; type: CountedType; outcome: Outcome; reason: Reason; total: string }>`
    select ${barAt(sql`u.hour`, request.bars)} as bar, k.type, k.outcome, k.reason, sum(u.count) as total
    from ${unnest('k', {
      type: ['text', keys.map(({ type }) => type)],
      outcome: ['text', keys.map(({ outcome }) => outcome)],
      reason: ['text', keys.map(({ reason }) => reason)],
    })}
    cross join lateral (
      select s.hour, s.count from usage s
      where s.project_id = ${projectId} and s.type = k.type and s.outcome = k.outcome and s.reason = k.reason
        and s.hour >= ${new Date(request.bars.fromMs)} and s.hour < ${new Date(request.bars.toMs)}
    ) u
    group by 1, 2, 3, 4
    having sum(u.count) > 0
    order by 1, 2, 3, 4`.execute(db.kysely);
  const { times } = request.bars;
  return rows.map(({ bar, total, ...row }) => ({ at: new Date(times[bar - 1] ?? 0), ...row, count: Number(total) }));
}

/** Statistics, and the events that each entry of a filter dropped in the same range. */
interface StatsWithEntries {
  readonly rows: readonly StatsRow[];
  readonly entries: readonly FilterEntryTotal[];
}

/** Returns both of one moment, so that the entries add up to the rows of their reasons. Entries are of all types. */
export const readStatsWithEntries = (
  db: Database,
  projectId: string,
  request: StatsRequest,
): Promise<StatsWithEntries> =>
  db.kysely
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (kysely) => ({
      rows: await readStats({ kysely }, projectId, request),
      entries: await readFilterEntries({ kysely }, projectId, request.bars),
    }));
