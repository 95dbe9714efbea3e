import { MINUTE_MS } from '@sluice/contract';
import { addEncoded } from '@sluice/sketch';
import { sql } from 'kysely';
import { runByShard, type Database, inTransaction, type Tx, mergeByKey, unnest, saturate } from '@sluice/db';
import { insertMetricPoints, type MetricPoint } from '@sluice/metrics';

/** How to compact metric points. */
export interface Compaction {
  /** `minute`: the appended rows of a minute become one. `hour`: the minutes of an hour become one. */
  readonly to: 'minute' | 'hour';
  /** Of whole minutes or hours before this one, milliseconds since 1970. */
  readonly beforeMs: number;
  /** Rows to compact in one transaction. */
  readonly limit: number;
}

const STEPS = {
  minute: { from: 0, width: 1 },
  hour: { from: 1, width: 60 },
} as const;

/**
 * Replaces points by fewer equivalent ones, oldest first. Returns the number of rows read: call again until it is
 * below `limit`. Atomic: a reader sees the old rows or the new one, and a crash leaves the old ones. Rows appended
 * meanwhile are merged next time. Idempotent.
 *
 * | row      | contains                                     | becomes                              |
 * |----------|----------------------------------------------|--------------------------------------|
 * | width 0  | a transaction's share of a minute            | with its neighbors, a row of width 1 |
 * | width 1  | a minute (several rows if some came late)    | with its neighbors, a row of width 60 |
 * | width 60 | an hour                                      | itself, merged with late minutes     |
 */
export function compactMetrics(db: Database, { to, beforeMs, limit }: Compaction): Promise<number> {
  const { from, width } = STEPS[to];
  return inTransaction(db, async (tx) => {
    const due = await sql<DuePoint>`
      select project_id, name, environment, release, day, minute from metric_points
      where width = ${from} and minute < ${new Date(startOf(new Date(beforeMs), width))}
      order by minute limit ${limit}`.execute(tx.kysely);
    if (due.rows.length === 0) return 0;
    const stretches = mergeByKey(
      due.rows.map((row) => ({ ...row, startMs: startOf(row.minute, width) })),
      (row) => [row.project_id, row.name, String(row.startMs), row.environment, row.release],
      (row) => row,
      (folded) => folded,
    );
    const taken = await deletePoints(tx, stretches, width);
    await insertMetricPoints(tx, mergePoints(taken, width), width);
    return due.rows.length;
  });
}

const startOf = (moment: Date, width: number): number => moment.getTime() - (moment.getTime() % (width * MINUTE_MS));

interface DuePoint {
  readonly project_id: string;
  readonly name: string;
  readonly environment: string;
  readonly release: string;
  readonly day: string;
  readonly minute: Date;
}

interface DeletedPoint extends DuePoint {
  readonly part: string;
  readonly count: string;
  readonly sum: number;
  readonly min: number;
  readonly max: number;
  readonly sketch: string;
}

/** Deletes and returns rows. Of two transactions that delete a row, only the first gets it. */
async function deletePoints(
  tx: Tx,
  stretches: readonly (DuePoint & { readonly startMs: number })[],
  width: number,
): Promise<readonly DeletedPoint[]> {
  const time = (ms: number): string => new Date(ms).toISOString();
  return runByShard(
    tx,
    stretches,
    (stretch) => stretch.project_id,
    ({ items, within }) => sql<DeletedPoint>`
    delete from metric_points p using ${unnest('n', {
      project_id: ['int8', items.map((stretch) => stretch.project_id)],
      name: ['text', items.map((stretch) => stretch.name)],
      environment: ['text', items.map((stretch) => stretch.environment)],
      release: ['text', items.map((stretch) => stretch.release)],
      day: ['date', items.map((stretch) => stretch.day)],
      since: ['timestamptz', items.map((stretch) => time(stretch.startMs))],
      until: ['timestamptz', items.map((stretch) => time(stretch.startMs + width * MINUTE_MS))],
    })}
    where p.project_id = n.project_id and p.name = n.name and p.day = n.day and p.environment = n.environment
      and p.release = n.release and p.minute >= n.since and p.minute < n.until and p.width <= ${width}
      and ${within('p.project_id')}
    returning p.*`,
  );
}

/** Merges rows to one point for each interval. Independent of order and grouping, except for the last digits of sums. */
const mergePoints = (rows: readonly DeletedPoint[], width: number): readonly MetricPoint[] =>
  mergeByKey(
    rows,
    (row) => [row.project_id, row.name, String(startOf(row.minute, width)), row.environment, row.release],
    (row) => add(emptyPoint(row, width), row),
    add,
  );

const emptyPoint = (row: DeletedPoint, width: number): MetricPoint => ({
  projectId: row.project_id,
  name: row.name,
  environment: row.environment,
  release: row.release,
  minuteMs: startOf(row.minute, width),
  part: row.part,
  count: 0,
  sum: 0,
  min: row.min,
  max: row.max,
  sketch: new Map(),
});

function add(point: MetricPoint, row: DeletedPoint): MetricPoint {
  point.count += Number(row.count);
  point.sum = saturate(point.sum + row.sum);
  point.min = Math.min(point.min, row.min);
  point.max = Math.max(point.max, row.max);
  if (row.part < point.part) point.part = row.part;
  addEncoded(point.sketch, row.sketch);
  return point;
}
