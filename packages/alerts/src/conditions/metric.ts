import { quantile, type Sketch } from '@sluice/sketch';
import { asked, finite, word } from '../fields/field.js';
import { nameText, placeText } from '../words/sentences.js';
import { seriesKindOf, type WindowCounts } from './condition.js';
import { BOUNDS, bounds, comparisonText, environment, metricName, SERIES_HINT } from './fields.js';

const STATISTICS = ['avg', 'sum', 'count', 'min', 'max', 'p50', 'p95', 'p99'] as const;

const EMPTY_SKETCH: Sketch = new Map();

function valueOf(
  statistic: (typeof STATISTICS)[number],
  { count, sum, min, max, sketch }: WindowCounts,
): number | null {
  if (count === 0) return null;
  switch (statistic) {
    case 'count':
      return count;
    case 'sum':
      return sum;
    case 'avg':
      return sum / count;
    case 'min':
      return min;
    case 'max':
      return max;
    default:
      return quantile(sketch ?? EMPTY_SKETCH, Number(statistic.slice(1)) / 100, { min, max }) ?? null;
  }
}

/** A statistic of a metric. */
export const metric = seriesKindOf({
  kind: 'metric',
  about: 'series',
  page: { path: 'metrics', name: 'Metrics' },
  reads: 'metrics',
  eventType: 'span',
  description: 'The value of a metric. Only in rules of a project.',
  choice: 'A metric is above or below a limit',
  hint: SERIES_HINT,
  label: 'Metric',
  title: 'Metric',
  plural: 'metric alerts',
  fields: {
    ...bounds(asked(finite, { label: 'Value' })),
    name: metricName,
    statistic: asked(word(...STATISTICS), { label: 'Statistic' }),
    environment,
  },
  order: ['name', 'statistic', ...BOUNDS],
  filters: [],
  when: (condition) => {
    const { statistic, name, environment: place } = condition;
    return `the ${statistic} of ${nameText(name)}${placeText(place)}${comparisonText(condition)}`;
  },
  measured: ({ name, statistic }) => ({ name, measure: statistic, unit: '' }),
  needsSketch: ({ statistic }) => statistic.startsWith('p'),
  valueOf: ({ statistic }, counts) => valueOf(statistic, counts),
  canBeEarly: ({ statistic }) => statistic === 'count' || statistic === 'max',
});
