import { statsApi, type QueryOf } from '@sluice/api-contract';
import { HOUR_MS, LIST_FILTERS } from '@sluice/contract';
import { barsOf, wholeHours } from '@sluice/reading';
import { readFolds, readSdkCounts, type FilterEntryTotal, readStatsWithEntries } from '@sluice/accounting';
import { ApiError, type Route, type TimeRange, readRange, readTime, readZone, serve } from '@sluice/management';
import { groupStats, type StatsCell } from './groupStats.js';

const STEP_MS = { hour: HOUR_MS, day: 24 * HOUR_MS } as const;

/** Maximum and default hours or days of a response. */
const MOST_STEPS = { hour: 31 * 24, day: 732 } as const;
const USUAL_STEPS = { hour: 24, day: 30 } as const;

type StatsQuery = QueryOf<typeof statsApi.count>;

const countRoute = serve(statsApi.count, async ({ query }, { db, clock, project }) => {
  const { interval, type } = query;
  const range = readStatsRange(query, clock());
  const bars = barsOf(range, STEP_MS[interval], readZone(query));
  const { rows, entries } = await readStatsWithEntries(db, project.id, { bars, type });
  const folds = await readFolds(db, { projectId: project.id, bars, ...range });
  const folded = folds.map(({ at, kind, count: events }) => ({ time: at.toISOString(), kind, count: events }));
  const sdkTotals = await readSdkCounts(db, project.id, range);
  return { body: { data: groupStats(rows).map(toWire), folded, entries: entries.map(entryToWire), ...sdkTotals } };
});

/** Operations on usage statistics. */
export const statsRoutes: readonly Route[] = [countRoute];

function readStatsRange(query: StatsQuery, nowMs: number): TimeRange {
  const step = STEP_MS[query.interval];
  // Without a range, the last whole hours or days and the current one.
  const endMs = Math.ceil((query.to === undefined ? nowMs : readTime('to', query.to)) / step) * step;
  const usual = { fromMs: endMs - USUAL_STEPS[query.interval] * step, toMs: endMs };
  const range = wholeHours(readRange(query, usual));
  const most = MOST_STEPS[query.interval];
  if (range.toMs - range.fromMs > most * step) {
    throw new ApiError(400, 'bad_query', `from and to must not be more than ${most} ${query.interval}s apart.`);
  }
  return range;
}

const entryToWire = ({ reason, entry: name, count: events }: FilterEntryTotal) => ({
  filter: LIST_FILTERS[reason],
  reason,
  entry: name,
  count: events,
});

const toWire = ({ atMs, ...rest }: StatsCell) => ({ time: new Date(atMs).toISOString(), ...rest });
