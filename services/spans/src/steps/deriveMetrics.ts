import { storeMetrics, type MetricSamples, type Tx } from '@sluice/db';
import type { StoredRow } from '@sluice/drain';

/**
 * Spec 2.4: what spans measured joins the series of its metric. Resolves with how many values no series takes, because
 * their project has too many metrics.
 */
export function deriveMetrics(tx: Tx, stored: readonly StoredRow<'spans'>[]): Promise<number> {
  const samples: MetricSamples[] = [];
  for (const { row } of stored) {
    if (row.metrics === null) continue;
    samples.push({
      projectId: row.project_id,
      id: row.id,
      environment: row.environment,
      release: row.release,
      values: JSON.parse(row.metrics) as MetricSamples['values'],
    });
  }
  return storeMetrics(tx, samples);
}
