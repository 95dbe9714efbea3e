import { storeMetrics, type MetricSamples, type NameBudget, type Tx } from '@sluice/db';
import type { StoredRow } from '@sluice/drain';
import { cutMetricNames, readMetrics } from './readMetrics.js';

/** Protocol 2.4: what spans measured joins the series of its metric, or `(other)` where its project adds too many. */
export function deriveMetrics(tx: Tx, stored: readonly StoredRow<'spans'>[], names: NameBudget): Promise<void> {
  const samples: MetricSamples[] = [];
  for (const { event, row } of stored) {
    const values = readMetrics(event.payload['metrics']);
    if (values === null) continue;
    const { project_id: projectId, id, environment, release } = row;
    samples.push({ projectId, id, environment, release, values: cutMetricNames(values) });
  }
  return storeMetrics(tx, samples, names);
}
