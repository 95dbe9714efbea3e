import { METRIC_STATISTICS, type MetricCondition } from '@sluice/contract';
import { quantile, type Sketch } from '@sluice/sketch';
import { finite, line, word } from '../fieldRules.js';
import type { SeriesKind, WindowCounts } from './condition.js';
import { BOUNDS, environment, LONGEST_NAME } from './fields.js';

const EMPTY_SKETCH: Sketch = new Map();

function valueOf({ statistic }: MetricCondition, { count, sum, min, max, sketch }: WindowCounts): number | null {
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
export const metric: SeriesKind<MetricCondition> = {
  kind: 'metric',
  about: 'series',
  reads: 'metrics',
  eventType: 'span',
  label: 'Metric',
  title: 'Metric',
  plural: 'metrics',
  fields: {
    ...BOUNDS,
    name: line(LONGEST_NAME),
    statistic: word(...METRIC_STATISTICS),
    threshold: finite,
    environment,
  },
  filters: [],
  measured: ({ name, statistic }) => ({ name, measure: statistic, unit: '' }),
  valueOf,
  canBeEarly: ({ statistic }) => statistic === 'count' || statistic === 'max',
};
