import type { Tx } from '../connection/inTransaction.js';
import { admitMetricNames, type MetricNames } from './admitMetricNames.js';
import { foldSamples } from './foldSamples.js';
import { insertMetricPoints } from './insertMetricPoints.js';
import type { MetricSamples } from './metricPoint.js';

/**
 * Adds what stored spans measured to the series of their metrics (spec 2.3, 2.4): one row for each (name, environment,
 * release, minute of arrival), appended, so that nobody waits for anybody. Not idempotent: it belongs into the
 * transaction that holds the spans' receipts. Resolves with the number of values that are left out because their project
 * has too many metrics; they stay with their spans.
 */
export async function storeMetrics(tx: Tx, samples: readonly MetricSamples[]): Promise<number> {
  if (samples.length === 0) return 0;
  const charted = await admitMetricNames(tx, namesOf(samples));
  const { points, leftOut } = foldSamples(samples, (projectId) => charted.get(projectId) ?? NONE);
  await insertMetricPoints(tx, points, 0);
  return leftOut;
}

const NONE: ReadonlySet<string> = new Set();

function namesOf(samples: readonly MetricSamples[]): MetricNames {
  const wanted = new Map<string, Set<string>>();
  for (const { projectId, values } of samples) {
    let names = wanted.get(projectId);
    if (names === undefined) wanted.set(projectId, (names = new Set()));
    for (const name in values) names.add(name);
  }
  return wanted;
}
