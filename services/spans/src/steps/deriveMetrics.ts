import type { NameBudget, Tx } from '@sluice/db';
import { storeMetrics, type MetricSamples } from '@sluice/metrics';
import type { StoredRow } from '@sluice/drain';
import { cutMetricNames, readMetrics } from './readMetrics.js';

/**
 * Adds the values that spans measured to the series of their metrics (protocol 2.4), or to `(other)` if the project
 * has too many.
 */
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
