import type { NameBudget, Tx } from '@sluice/db';
import type { StoredRow } from '@sluice/drain';
import { storeMetrics } from '@sluice/metrics';
import type { Sample } from './readSample.js';

/** Adds the values of metrics to their series, or to `(other)` if the project has too many names. */
export const deriveSeries = (
  tx: Tx,
  stored: readonly StoredRow<'metrics', Sample>[],
  names: NameBudget,
): Promise<void> =>
  storeMetrics(
    tx,
    stored.map(({ row: { project_id: projectId, id, environment, release }, details: { name, value } }) => ({
      projectId,
      id,
      environment,
      release,
      values: { [name]: value },
    })),
    names,
  );
