import { type QueryOf, visitsApi } from '@sluice/api-contract';
import { type Buckets, bucketsOf } from '@sluice/reading';
import { listUncountedDays } from '@sluice/visits';
import { ApiError, type Route, readRange, readZone, serve } from '@sluice/management';
import { type RangeQuery, recentRange } from '../recentRange.js';
import { readAdoption } from './sql/readAdoption.js';
import {
  type VisitCounts,
  type VisitDimension,
  readDerivedAt,
  readVisitBreakdown,
  readVisitSeries,
} from './sql/readVisits.js';

const NONE: VisitCounts = { visitors: 0, visits: 0, pageviews: 0, customs: 0 };

const add = (a: VisitCounts, b: VisitCounts): VisitCounts => ({
  visitors: a.visitors + b.visitors,
  visits: a.visits + b.visits,
  pageviews: a.pageviews + b.pageviews,
  customs: a.customs + b.customs,
});

const sumOf = (counts: Iterable<VisitCounts>): VisitCounts => [...counts].reduce(add, NONE);

function readBuckets(query: RangeQuery, now: number): Buckets {
  const range = readRange(query, recentRange({ clock: () => now }));
  return bucketsOf(range, { nowMs: now, zone: readZone(query) });
}

const rangeToWire = (
  { interval, fromMs, toMs }: Buckets,
  derivedAt: Date | undefined,
  uncounted: readonly string[],
) => ({
  uncounted,
  interval,
  from: new Date(fromMs).toISOString(),
  to: new Date(toMs).toISOString(),
  derivedAt: derivedAt?.toISOString() ?? null,
});

type SeriesQuery = QueryOf<typeof visitsApi.countByTime>;

/** Returns what a series counts. @throws ApiError 400 if only one of `dimension` and `value` is given */
function readPart({
  dimension,
  value,
}: SeriesQuery): { readonly dimension: VisitDimension; readonly value: string } | undefined {
  if (dimension === undefined && value === undefined) return undefined;
  if (dimension !== undefined && value !== undefined) return { dimension, value };
  throw new ApiError(400, 'bad_query', 'dimension and value belong together: send both, or none.');
}

const countByTime = serve(visitsApi.countByTime, async ({ query }, { db, project, clock }) => {
  const buckets = readBuckets(query, clock());
  const { environment } = query;
  const part = readPart(query);
  const [people, bots, derivedAt, uncounted] = await Promise.all([
    readVisitSeries(db, project.id, buckets, { environment, part }),
    readVisitSeries(db, project.id, buckets, { environment, part, bots: true }),
    readDerivedAt(db, project.id, 'hit'),
    listUncountedDays(db, project.id, ['hit'], buckets),
  ]);
  const data = buckets.times.map((ms) => {
    const { pageviews, customs } = bots.get(ms) ?? NONE;
    return { time: new Date(ms).toISOString(), ...(people.get(ms) ?? NONE), bots: pageviews + customs };
  });
  const [totals, botTotals] = [sumOf(people.values()), sumOf(bots.values())];
  return { body: { ...rangeToWire(buckets, derivedAt, uncounted), totals, bots: botTotals, data } };
});

const countByProperty = serve(visitsApi.countByProperty, async ({ query }, { db, project, clock }) => {
  const buckets = readBuckets(query, clock());
  const { dimension, environment, limit, bots = false } = query;
  const [found, derivedAt, uncounted] = await Promise.all([
    readVisitBreakdown(db, project.id, buckets, { dimension, environment, limit, bots }),
    readDerivedAt(db, project.id, 'hit'),
    listUncountedDays(db, project.id, ['hit'], buckets),
  ]);
  const { measure, values: data, distinct } = found;
  const total = sumOf(data)[measure];
  return { body: { ...rangeToWire(buckets, derivedAt, uncounted), dimension, measure, total, distinct, data } };
});

const MAX_RELEASES = 100;

const compareReleases = serve(visitsApi.compareReleases, async ({ query }, { db, project, clock }) => {
  const buckets = readBuckets(query, clock());
  const [uses, derivedAt, uncounted] = await Promise.all([
    readAdoption(db, project.id, buckets, query.environment),
    readDerivedAt(db, project.id, 'exception'),
    listUncountedDays(db, project.id, ['hit', 'exception'], buckets),
  ]);
  const measure = uses.some(({ visits }) => visits > 0) ? ('visits' as const) : ('exceptions' as const);
  const total = uses.reduce((sum, use) => sum + use[measure], 0);
  const [shown, rest] = [uses.slice(0, MAX_RELEASES), uses.slice(MAX_RELEASES)];
  const other = { version: '(other)', visits: 0, visitors: 0, exceptions: 0, users: 0 };
  for (const use of rest) {
    other.visits += use.visits;
    other.visitors += use.visitors;
    other.exceptions += use.exceptions;
    other.users += use.users;
  }
  const data = [...shown, ...(rest.length > 0 ? [other] : [])].map((use) => ({
    ...use,
    share: total === 0 ? 0 : use[measure] / total,
  }));
  return { body: { ...rangeToWire(buckets, derivedAt, uncounted), measure, total, data } };
});

/** Operations on visits, and on the use of releases, which is counted with them. */
export const visitsRoutes: readonly Route[] = [countByTime, countByProperty, compareReleases];
