import type { Tx } from '@sluice/db';
import { markSpanHours } from '@sluice/traces';
import type { StoredRow } from '@sluice/drain';

/** Says which hours of arrival got spans: housekeeping derives rate, errors and durations of their root spans again. */
export const markHours = (tx: Tx, stored: readonly StoredRow<'spans'>[]): Promise<void> =>
  markSpanHours(
    tx,
    stored.map(({ row }) => ({ projectId: row.project_id, id: row.id })),
  );
