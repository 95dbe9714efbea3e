import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repoRoot } from '../e2e/support/repoRoot.js';

/** A metric of docs/metrics.md, which is generated from the registries of the services. */
export interface CatalogMetric {
  readonly name: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly labels: readonly string[];
}

const ROW = /^\| `(sluice_[a-z_]+)` +\| (counter|gauge|histogram) +\| ([^|]*)\|/gm;

/** Returns all metrics by name. */
export function readMetricCatalog(): ReadonlyMap<string, CatalogMetric> {
  const text = readFileSync(join(repoRoot, 'docs/metrics.md'), 'utf8');
  return new Map(
    [...text.matchAll(ROW)].map(([, name = '', type, labels = '']) => [
      name,
      {
        name,
        type: type as CatalogMetric['type'],
        labels: [...labels.matchAll(/`(\w+)`/g)].map(([, one = '']) => one),
      },
    ]),
  );
}

/** Returns the names of the series that a metric has at `/metrics`. */
export const seriesOf = ({ name, type }: CatalogMetric): readonly string[] =>
  type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name];
