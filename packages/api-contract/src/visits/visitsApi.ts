import { VISIT_DIMENSIONS } from '@sluice/contract';
import type { Descriptions } from '../description.js';
import { environmentFields, rangeFields, zoneFields } from '../list/listQuery.js';
import { described, nullable, named, object, optionalFields, listOf } from '../schema/shapes.js';
import { oneOf, time, count, text, boolean, integer, number } from '../schema/values.js';
import { uncountedDays } from './uncountedDays.js';

const DEFAULT_LIMIT = 10;

const MAX_LIMIT = 100;

const ENVIRONMENT = { environment: environmentFields.environment };

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

/** Operations on visits, and on the use of releases, which is counted with them. */
export const visitsApi = {
  countByTime: {
    scope: 'project',
    method: 'get',
    path: '/visits',
    tag: 'Visits',
    summary: 'Count visits over time',
    description: `${RANGE_DESCRIPTION} Bots are counted apart; \`data\` and \`totals\` are people. Without \`environment\` the counts of all environments are added. With \`dimension\` and \`value\`, only hits with this property, as in the breakdown: compare them in its \`measure\`.`,
    permission: 'project:read',
    mayBeStale: true,
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
  },
  countByProperty: {
    scope: 'project',
    method: 'get',
    path: '/visits/breakdown',
    tag: 'Visits',
    summary: 'Count visits by a property',
    description: `The most frequent values, then \`(other)\` with all others: the values add up to the totals of \`/visits\` in the returned \`measure\`. A day has up to 100 values of each property and environment. ${RANGE_DESCRIPTION}`,
    permission: 'project:read',
    mayBeStale: true,
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
  },
  compareReleases: {
    scope: 'project',
    method: 'get',
    path: '/release-adoption',
    tag: 'Releases',
    summary: 'Compare the use of releases',
    description: `Share of each release in the visits of people; of a project without visits in the range, in its exceptions. \`measure\` says which. The shares add up to 1, with \`(other)\` and the events without a release (empty version). ${RANGE_DESCRIPTION}`,
    permission: 'project:read',
    mayBeStale: true,
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
  },
} as const satisfies Descriptions;
