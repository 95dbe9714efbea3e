import {
  type Tx,
  admitNames,
  listOther,
  type NamesByProject,
  admitPlaces,
  createNameBudget,
  type NameBudget,
} from '@sluice/db';
import { mergeSamples } from './mergeSamples.js';
import { insertMetricPoints } from './insertMetricPoints.js';
import type { MetricSamples } from './metricPoint.js';

/**
 * Adds the metric values of stored events to their series (protocol 2.3, 2.4): one row for each (name, environment, release,
 * minute of arrival), appended, so that transactions do not wait for each other. Not idempotent: call it in the transaction
 * that takes the events' receipts. Values whose metric, environment or release is new and above its project's caps are added to
 * the series `(other)` and counted in the budget; spans keep their names.
 */
export async function storeMetrics(
  tx: Tx,
  samples: readonly MetricSamples[],
  names: NameBudget = createNameBudget(),
): Promise<void> {
  if (samples.length === 0) return;
  const placed = await admitPlaces(tx, samples, names);
  const charted = await admitNames(tx, 'metric', namesOf(placed), names);
  const { points, others } = mergeSamples(placed, (projectId) => charted.get(projectId) ?? NONE);
  if (others.size > 0) await listOther(tx, 'metric', [...others.keys()].sort());
  for (const [projectId, values] of others) names.fold('metric', projectId, values);
  await insertMetricPoints(tx, points, 0);
}

const NONE: ReadonlySet<string> = new Set();

function namesOf(samples: readonly MetricSamples[]): NamesByProject {
  const requested = new Map<string, Set<string>>();
  for (const { projectId, values } of samples) {
    let names = requested.get(projectId);
    if (names === undefined) requested.set(projectId, (names = new Set()));
    for (const name in values) names.add(name);
  }
  return requested;
}
