import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { makeEvent, type WireEvent } from './support/events.js';
import { sendAccepted, sendEvents } from './support/send.js';
import { waitForStored, type Row } from './support/stored.js';
import { createTenant, type Project } from './support/tenant.js';
import { useSystem } from './support/useSystem.js';

const system = useSystem();

interface SpanShape {
  readonly uuid: string;
  readonly parentId?: string;
  readonly startMs: number;
  readonly lengthMs: number;
  readonly status?: string;
  readonly contexts?: WireEvent;
}

const origin = Date.UTC(2024, 4, 1, 12);
const iso = (ms: number): string => new Date(origin + ms).toISOString();

describe('a trace', () => {
  const shapes: SpanShape[] = [
    { uuid: 'child-late', parentId: 'root-a', startMs: 500, lengthMs: 100, status: 'error' },
    { uuid: 'root-b', startMs: 900, lengthMs: 50, contexts: { environment: 'b', 'user.id': '2' } },
    { uuid: 'child-early', parentId: 'root-a', startMs: -10, lengthMs: 20 },
    { uuid: 'root-a', startMs: 0, lengthMs: 800, contexts: { environment: 'a', 'user.id': '1' } },
    { uuid: 'child-last', parentId: 'root-b', startMs: 910, lengthMs: 400, status: 'cancelled' },
  ];

  test.each([
    ['all spans in one batch', [[0, 1, 2, 3, 4]]],
    ['a batch each, as they come', [[0], [1], [2], [3], [4]]],
    ['a batch each, the other way round', [[4], [3], [2], [1], [0]]],
    ['roots last', [[0, 2], [4], [1, 3]]],
  ])('ends in the same state: %s', async (_name, order) => {
    const project = await createTenant(system);
    const traceId = randomUUID();
    const spans = shapes.map((shape) => spanOf(traceId, shape));
    await send(
      project,
      order.map((batch) => batch.map((index) => spans[index] ?? {})),
    );
    const trace = await traceOf(project, traceId);
    expect(trace).toMatchObject({ firstStart: -10, lastEnd: 1_310, spans: 5, errors: 1 });
    expect(trace.rows).toBeGreaterThanOrEqual(1);
    expect(trace.roots.map(({ uuid, environment }) => [uuid, environment])).toEqual([
      ['root-a', 'a'],
      ['root-b', 'b'],
    ]);
    expect(trace.earliest?.uuid).toBe('child-early');
    expect(new Set(trace.roots.map(({ user }) => user)).size).toBe(2);
  });
});

test('a trace without a root has its earliest span, ties by uuid', async () => {
  const project = await createTenant(system);
  const traceId = randomUUID();
  const child = (uuid: string, startMs: number): WireEvent =>
    spanOf(traceId, { uuid, parentId: 'gone', startMs, lengthMs: 1, contexts: { environment: uuid } });
  await send(project, [[child('c', 5)], [child('b', 0), child('a', 0)]]);
  const trace = await traceOf(project, traceId);
  expect(trace.roots).toEqual([]);
  expect(trace.earliest).toMatchObject({ uuid: 'a', environment: 'a' });
});

test('traces of two projects with one id stay apart', async () => {
  const projects = [await createTenant(system), await createTenant(system)];
  const traceId = randomUUID();
  for (const project of projects) {
    await send(project, [[spanOf(traceId, { uuid: 'root', startMs: 0, lengthMs: 1 })]]);
  }
  for (const project of projects) expect((await traceOf(project, traceId)).spans).toBe(1);
});

test('a span resent in a recognized retry does not count twice in its trace', async () => {
  const project = await createTenant(system);
  const traceId = randomUUID();
  const batch = [spanOf(traceId, { uuid: 'root', startMs: 0, lengthMs: 1 })];
  await sendAccepted(system.baseUrl, project, batch);
  await waitForStored(system, project, 1);
  expect((await sendEvents(system.baseUrl, project, batch)).json).toEqual({ success: true, duplicate: true });
  await sendAccepted(system.baseUrl, project, [spanOf(traceId, { uuid: 'second', startMs: 5, lengthMs: 1 })]);
  await waitForStored(system, project, 2);
  expect((await traceOf(project, traceId)).spans).toBe(2);
});

test('a log with the trace’s id joins it by its column and creates no trace', async () => {
  const project = await createTenant(system);
  await send(project, [[makeEvent('log', { contexts: { 'trace.id': 'only-logs' } })]]);
  expect((await traceOf(project, 'only-logs')).rows).toBe(0);
});

interface Head {
  readonly start: number;
  readonly uuid: string;
  readonly environment: string | null;
  readonly user: string | null;
}

/** The trace's rows, one per day of arrival, folded as a reader folds them. */
async function traceOf(project: Project, traceId: string) {
  const rows = await system.sql<Row>('select * from traces where project_id = $1 and trace_id = $2', [
    project.id,
    traceId,
  ]);
  const times = (column: string): number[] => rows.map((row) => (row[column] as Date).getTime());
  const sum = (column: string): number => rows.reduce((total, row) => total + Number(row[column]), 0);
  const byStart = (a: Head, b: Head): number => a.start - b.start || (a.uuid < b.uuid ? -1 : 1);
  return {
    rows: rows.length,
    firstStart: Math.min(...times('first_start')) - origin,
    lastEnd: Math.max(...times('last_end')) - origin,
    spans: sum('span_count'),
    errors: sum('error_count'),
    roots: rows.flatMap((row) => row['roots'] as Head[]).sort(byStart),
    earliest: rows.map((row) => row['earliest'] as Head).sort(byStart)[0],
  };
}

async function send(project: Project, batches: readonly (readonly WireEvent[])[]): Promise<void> {
  for (const batch of batches) await sendAccepted(system.baseUrl, project, batch);
  await waitForStored(system, project, batches.flat().length);
}

function spanOf(traceId: string, shape: SpanShape): WireEvent {
  return makeEvent('span', {
    contexts: shape.contexts ?? {},
    payload: {
      uuid: shape.uuid,
      ...(shape.parentId === undefined ? {} : { parentId: shape.parentId }),
      traceId,
      startTime: iso(shape.startMs),
      endTime: iso(shape.startMs + shape.lengthMs),
      duration: shape.lengthMs,
      status: shape.status ?? 'ok',
    },
  });
}
