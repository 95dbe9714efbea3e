import type { EndpointCondition } from '@sluice/contract';
import { above, line, word } from '../fieldRules.js';
import { formatNumber } from '../words/details.js';
import type { SeriesKind } from './condition.js';
import { BOUNDS, environment, LONGEST_NAME } from './fields.js';

/** Share of slower spans at which a 95th percentile equals its threshold, in percent. */
const SLOWEST_PERCENT = 5;

/** The 95th percentile of the duration, or the error rate, of root spans with a name. */
export const endpoint: SeriesKind<EndpointCondition> = {
  kind: 'endpoint',
  about: 'series',
  reads: 'minutes',
  eventType: 'span',
  label: 'Endpoint',
  title: 'Endpoint',
  plural: 'endpoints',
  fields: {
    ...BOUNDS,
    measure: word('p95', 'error_rate'),
    threshold: above(0),
    name: line(LONGEST_NAME),
    environment,
  },
  problems: ({ measure, threshold }, path) =>
    measure === 'error_rate' && Number(threshold) > 100
      ? [`${path}.threshold: must be a share in percent, at most 100`]
      : [],
  filters: [],
  measured: ({ name, measure }) =>
    measure === 'p95' ? { name, measure: '95th percentile', unit: 'ms' } : { name, measure: 'error rate', unit: '%' },
  valueOf: (_condition, { count, over }) => (count === 0 ? null : (100 * over) / count),
  canBeEarly: () => true,
  // Slower spans are counted: their share is the value.
  limit: ({ measure }) => (measure === 'p95' ? { threshold: SLOWEST_PERCENT, unit: '%' } : undefined),
  sentence: ({ measure }, value, { limit, window }) =>
    measure === 'p95'
      ? `${formatNumber(value)} % of the requests in ${window} took longer than ${limit}; the limit is ${SLOWEST_PERCENT} %.`
      : undefined,
};
