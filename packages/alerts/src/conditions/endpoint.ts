import { above, asked, line, word } from '../fields/field.js';
import { formatNumber } from '../words/details.js';
import { nameText, placeText } from '../words/sentences.js';
import { seriesKindOf } from './condition.js';
import { BOUNDS, bounds, comparisonText, environment, LONGEST_NAME, SERIES_HINT } from './fields.js';

/** Share of slower spans at which a 95th percentile equals its threshold, in percent. */
const SLOWEST_PERCENT = 5;

/** The 95th percentile of the duration, or the error rate, of root spans with a name. */
export const endpoint = seriesKindOf({
  kind: 'endpoint',
  about: 'series',
  page: { path: 'traces', name: 'Traces' },
  reads: 'minutes',
  eventType: 'span',
  description:
    'Root spans with this name: `p95` of the duration in milliseconds, `error_rate` in percent. Only in rules of a project.',
  choice: 'An endpoint is slow or fails',
  hint: SERIES_HINT,
  label: 'Endpoint',
  title: 'Endpoint',
  plural: 'endpoint alerts',
  fields: {
    ...bounds(
      asked(above(0), { label: ({ measure }) => (measure === 'error_rate' ? 'Percent' : 'Milliseconds'), min: 0 }),
    ),
    measure: asked(word('p95', 'error_rate'), {
      label: 'Measure',
      words: { p95: '95th percentile', error_rate: 'error rate' },
    }),
    name: asked(line(LONGEST_NAME), {
      label: 'Endpoint',
      hint: 'The exact name of the root span.',
      placeholder: 'GET /cart',
      suggests: 'endpoints',
    }),
    environment,
  },
  order: ['name', 'measure', ...BOUNDS],
  problems: ({ measure, threshold }, path) =>
    measure === 'error_rate' && Number(threshold) > 100
      ? [`${path}.threshold: must be a share in percent, at most 100`]
      : [],
  filters: [],
  when: (condition) => {
    const { measure, name, environment: place } = condition;
    const [what, unit] = measure === 'p95' ? ['p95', ' ms'] : ['error rate', ' %'];
    return `the ${what} of ${nameText(name)}${placeText(place)}${comparisonText(condition, unit)}`;
  },
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
});
