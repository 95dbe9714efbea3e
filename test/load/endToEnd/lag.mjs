// How long events took from arrival to storage, of every event: the arrival is in its id, the storage is the time of its commit. The
// commit's time is taken when it is written to the log, a flush before it is acknowledged.
const ARRIVAL_MS = `('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint`;

export const EVENT_TABLES = ['exceptions', 'logs', 'spans', 'hits', 'replays'];

const lagsSql = (table) =>
  `select '${table}' as name, 1000 * extract(epoch from pg_xact_commit_timestamp(xmin)) - ${ARRIVAL_MS} as ms from ${table} where id >= $1 and id < $2`;

/** @returns {Promise<{ table: string, events: number, p50Ms: number, p99Ms: number, maxMs: number }[]>} of events that arrived from `fromMs` up to `toMs`, by table and, as `all`, together */
export async function readLags(db, fromMs, toMs) {
  const { lowestIdAt } = await import('../../../packages/contract/dist/index.js');
  const { rows } = await db.pool.query(
    `select coalesce(name, 'all') as name, count(*)::int as events, max(ms)::float8 as max,
       percentile_disc(array[0.5, 0.99]) within group (order by ms)::float8[] as shares
     from (${EVENT_TABLES.map(lagsSql).join(' union all ')}) as lags group by rollup (name)`,
    [lowestIdAt(fromMs), lowestIdAt(toMs)],
  );
  return rows.map(({ name, events, max, shares }) => ({
    table: name,
    events,
    p50Ms: Math.round(shares?.[0] ?? 0),
    p99Ms: Math.round(shares?.[1] ?? 0),
    maxMs: Math.round(max ?? 0),
  }));
}
