import type { Tx } from '@sluice/db';
import { upsertTraces } from '@sluice/traces';
import type { StoredRow } from '@sluice/drain';

/** Protocol 2.4: the first span with a new trace id creates the trace, later ones join it; order does not matter. */
export const deriveTraces = (tx: Tx, stored: readonly StoredRow<'spans'>[]): Promise<void> =>
  upsertTraces(
    tx,
    stored.map(({ row }) => ({
      projectId: row.project_id,
      traceId: row.trace_id,
      id: row.id,
      uuid: row.span_uuid,
      parentId: row.parent_id,
      name: row.name,
      op: row.op,
      status: row.status,
      startMs: row.start_time,
      endMs: row.end_time,
      environment: row.environment,
      release: row.release,
      userKey: row.user_key,
    })),
  );
