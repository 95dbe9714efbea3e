import { bucketsOf, listUncountedDays, type Buckets } from '@sluice/db';
import { readAdoption } from './sql/readAdoption.js';
import {
  readDerivedAt,
  readVisitBreakdown,
  readVisitSeries,
  VISIT_DIMENSIONS,
  type VisitCounts,
  type VisitDimension,
} from './sql/readVisits.js';
import {
  ApiError,
  type Route,
  boolean,
  count,
  defineRoute,
  described,
  environmentFields,
  integer,
  listOf,
  named,
  nullable,
  number,
  object,
  oneOf,
  optionalFields,
  rangeFields,
  readRange,
  readZone,
  zoneFields,
  text,
  time,
} from '@sluice/management';
import { recentRange, type RangeQuery } from '../recentRange.js';

import { uncountedDays } from './uncountedDays.js';

const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 100;
const ENVIRONMENT = { environment: environmentFields['environment'] ?? text() };
const RANGE_DESCRIPTION =
  'By time of arrival; the last 24 hours by default, at most 400 days. The range is widened to whole hours: `from` and `to` of the response are the bounds that were used. Bars are hours up to 72 hours, otherwise days.';

const countFields = {
  visitors: described(
    count,
    'Addresses with a user agent. Each counts once a UTC day and environment, in the hour of its first hit of that day.',
  ),
  visits: described(count, 'Sessions without a gap of 30 minutes, where they began.'),
  pageviews: count,
  customs: count,
};

const countsSchema = named('VisitCounts', object(countFields));

const rangeOfResponse = {
  interval: described(oneOf('hour', 'day'), 'Length of a bar.'),
  from: time,
  to: time,
  derivedAt: described(
    nullable(time),
    'When the latest day was last counted: later hits are not included yet. Null if nothing is counted.',
  ),
  uncounted: uncountedDays,
};

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

interface SeriesQuery extends RangeQuery {
  readonly dimension?: VisitDimension;
  readonly value?: string;
}

/** Returns what a series counts. @throws ApiError 400 if only one of `dimension` and `value` is given */
function readPart({
  dimension,
  value,
}: SeriesQuery): { readonly dimension: VisitDimension; readonly value: string } | undefined {
  if (dimension === undefined && value === undefined) return undefined;
  if (dimension !== undefined && value !== undefined) return { dimension, value };
  throw new ApiError(400, 'bad_query', 'dimension and value belong together: send both, or none.');
}

const series = defineRoute<SeriesQuery, unknown, unknown>({
  method: 'get',
  path: '/visits',
  tag: 'Visits',
  summary: 'Count visits over time',
  description: `${RANGE_DESCRIPTION} Bots are counted apart; \`data\` and \`totals\` are people. Without \`environment\` the counts of all environments are added. With \`dimension\` and \`value\`, only hits with this property, as in the breakdown: compare them in its \`measure\`.`,
  permission: 'project:read',
  query: optionalFields({
    ...rangeFields,
    ...zoneFields,
    ...ENVIRONMENT,
    dimension: described(oneOf(...VISIT_DIMENSIONS), 'Together with `value`.'),
    value: described(text(200), 'A value of the breakdown.'),
  }),
  response: object({
    ...rangeOfResponse,
    totals: countsSchema,
    bots: countsSchema,
    data: described(
      listOf(object({ time, ...countFields, bots: described(count, 'Page views and custom hits of bots.') })),
      'Every bar of the range, oldest first.',
    ),
  }),
  handle: async ({ query }, { db, project, clock }) => {
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
  },
});

interface BreakdownQuery extends RangeQuery {
  readonly dimension: VisitDimension;
  readonly bots?: boolean;
  readonly limit: number;
}

const breakdown = defineRoute<BreakdownQuery, unknown, unknown>({
  method: 'get',
  path: '/visits/breakdown',
  tag: 'Visits',
  summary: 'Count visits by a property',
  description: `The most frequent values, then \`(other)\` with all others: the values add up to the totals of \`/visits\` in the returned \`measure\`. A day has up to 100 values of each property and environment. ${RANGE_DESCRIPTION}`,
  permission: 'project:read',
  query: object(
    {
      dimension: described(
        oneOf(...VISIT_DIMENSIONS),
        '`entry`: path of the first hit of a visit. `page`: path of page views. `referrer`: host of the page before the visit; empty if there is none or it is the same host. `custom`: name of custom hits.',
      ),
      bots: described(boolean, 'Hits of bots instead of people.'),
      limit: { ...integer(1, MAX_LIMIT), default: DEFAULT_LIMIT, description: 'Values without `(other)`.' },
      ...rangeFields,
      ...ENVIRONMENT,
    },
    ['bots', 'limit', 'from', 'to', 'environment'],
  ),
  response: object({
    ...rangeOfResponse,
    dimension: oneOf(...VISIT_DIMENSIONS),
    measure: described(oneOf('visits', 'pageviews', 'customs'), 'What the values are sorted by and add up in.'),
    total: described(count, 'Sum of the measure.'),
    distinct: described(count, 'Number of values, without `(other)`.'),
    data: listOf(object({ value: described(text(), 'Empty: the hits have none.'), ...countFields })),
  }),
  handle: async ({ query }, { db, project, clock }) => {
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
  },
});

const MAX_RELEASES = 100;

const adoption = defineRoute<RangeQuery, unknown, unknown>({
  method: 'get',
  path: '/release-adoption',
  tag: 'Releases',
  summary: 'Compare the use of releases',
  description: `Share of each release in the visits of people; of a project without visits in the range, in its exceptions. \`measure\` says which. The shares add up to 1, with \`(other)\` and the events without a release (empty version). ${RANGE_DESCRIPTION}`,
  permission: 'project:read',
  query: optionalFields({ ...rangeFields, ...ENVIRONMENT }),
  response: object({
    ...rangeOfResponse,
    measure: oneOf('visits', 'exceptions'),
    total: count,
    data: listOf(
      object({
        version: text(),
        visits: count,
        visitors: count,
        exceptions: count,
        users: described(count, 'Users with an exception: different ones of each hour or UTC day, added up.'),
        share: described(number, 'From 0 to 1.'),
      }),
    ),
  }),
  handle: async ({ query }, { db, project, clock }) => {
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
  },
});

/** Operations on visits, and on the use of releases, which is counted with them. */
export const visitsRoutes: readonly Route[] = [series, breakdown, adoption];
