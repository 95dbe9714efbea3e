import { createHash } from 'node:crypto';
import { batchIdOf, eventIdOf } from '@sluice/contract';
import { copyRows, inTransaction, type SpanRow } from '@sluice/db';
import { markSpanHours, upsertTraces } from '@sluice/traces';
import { storeMetrics } from '@sluice/metrics';
import type { Tenant, TestApi } from './apiHarness.js';

/** Fields of a span that differ from the usual ones. */
export interface SpanShape extends Partial<Omit<SpanRow, 'metrics'>> {
  readonly metrics?: Readonly<Record<string, number>>;
  /** Milliseconds before now at which it arrives and starts. */
  readonly ago?: number;
}

let serial = 0;

/** Returns the id of an event that arrives at a time. */
export function eventIdAt(ms: number): string {
  serial += 1;
  const hash = createHash('sha256').update(String(serial)).digest('hex');
  return eventIdOf(batchIdOf(ms, hash), ms, 0);
}

function rowOf(shape: SpanShape, now: number, projectId: string): SpanRow {
  const { metrics, ago = 60_000, ...fields } = shape;
  const at = now - ago;
  return {
    project_id: projectId,
    id: eventIdAt(at),
    timestamp: at,
    environment: null,
    release: null,
    user_key: null,
    trace_id: 't1',
    span_id: null,
    replay_id: null,
    span_uuid: `span ${serial}`,
    parent_id: null,
    name: 'GET /',
    op: null,
    status: 'ok',
    start_time: at,
    end_time: at + 100,
    duration: 100,
    previous_trace_id: null,
    tags: null,
    contexts: null,
    metrics: metrics === undefined ? null : JSON.stringify(metrics),
    ...fields,
  };
}

/** Stores spans as a worker does: with their traces, metrics and the hours that housekeeping derives. */
export async function storeSpans(
  api: TestApi,
  { projectId }: Tenant,
  ...shapes: readonly SpanShape[]
): Promise<readonly SpanRow[]> {
  const rows = shapes.map((shape) => rowOf(shape, api.now, projectId));
  await inTransaction(api.db, async (tx) => {
    await copyRows(tx, 'spans', rows);
    await upsertTraces(
      tx,
      rows.map((row) => ({
        projectId,
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
    const samples = rows.flatMap(({ id, environment, release }, index) => {
      const values = shapes[index]?.metrics;
      return values === undefined ? [] : [{ projectId, id, environment, release, values }];
    });
    await storeMetrics(tx, samples);
    await markSpanHours(
      tx,
      rows.map(({ id }) => ({ projectId, id })),
    );
  });
  return rows;
}
