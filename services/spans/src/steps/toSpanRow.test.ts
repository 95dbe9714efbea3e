import { describe, expect, test } from '@jest/globals';
import type { Json } from '@sluice/contract';
import { enrichEvent, UnstorableEventError } from '@sluice/enrichment';
import { cutMetricNames } from './readMetrics.js';
import { toSpanRow } from './toSpanRow.js';

const ID = '01890000-0000-8000-8000-000000000000';
const SPAN = {
  uuid: 's1',
  name: 'GET /a',
  traceId: 't1',
  startTime: '2026-01-02T03:04:05.000Z',
  endTime: '2026-01-02T03:04:05.250Z',
  duration: 250.5,
  status: 'ok',
  metrics: {},
};

describe('a span’s row (protocol 2.3)', () => {
  test('has every field in its column', () => {
    expect(rowOf({ parentId: 'p1', op: 'http.client' }, { environment: 'prod', 'user.id': 1 })).toEqual({
      project_id: '7',
      id: ID,
      timestamp: Date.UTC(2026, 0, 2),
      environment: 'prod',
      release: null,
      user_key: 'id:1',
      trace_id: 't1',
      span_id: null,
      replay_id: null,
      tags: null,
      contexts: '{"environment":"prod","user.id":1,"user.agent":""}',
      span_uuid: 's1',
      parent_id: 'p1',
      name: 'GET /a',
      op: 'http.client',
      status: 'ok',
      start_time: Date.UTC(2026, 0, 2, 3, 4, 5),
      end_time: Date.UTC(2026, 0, 2, 3, 4, 5, 250),
      duration: 250.5,
      metrics: null,
      previous_trace_id: null,
    });
  });

  test('belongs to the trace in its payload, whatever its contexts contain', () => {
    expect(rowOf({}, { 'trace.id': 'other' }).trace_id).toBe('t1');
  });

  test('of a page knows the page trace before it (protocol 2.2)', () => {
    expect(rowOf({}, { 'previous_trace.id': 't0' }).previous_trace_id).toBe('t0');
    expect(rowOf({}, { 'previous_trace.id': '' }).previous_trace_id).toBeNull();
  });

  test.each<[string, Json, Json]>([
    ['finite numbers are kept', { a: 1, b: -0.5 }, { a: 1, b: -0.5 }],
    ['what is no finite number is dropped, the span stays', { a: 'x', b: null, c: Infinity, d: true, e: 2 }, { e: 2 }],
    ['a long name stays whole with its span', { ['m'.repeat(300)]: 1 }, { ['m'.repeat(300)]: 1 }],
    ['no object is no metrics', [1], null],
    ['no metric left is null', { a: 'x' }, null],
  ])('has the metrics of the payload: %s', (_name, metrics, expected) => {
    const stored = rowOf({ metrics }).metrics;
    expect(stored === null ? null : JSON.parse(stored)).toEqual(expected);
  });

  test('has the name of a series cut to 200 characters', () => {
    expect(cutMetricNames({ ['m'.repeat(300)]: 1, b: 2 })).toEqual({ [`${'m'.repeat(199)}…`]: 1, b: 2 });
  });

  test('an empty parent counts as none: the span is a root', () => {
    expect(rowOf({ parentId: '' }).parent_id).toBeNull();
  });

  test.each([
    ['uuid', ''],
    ['traceId', null],
    ['name', {}],
    ['startTime', 'soon'],
    ['endTime', 5],
    ['duration', '5'],
    ['status', 'done'],
  ])('without a proper %s it cannot be stored', (field, value) => {
    expect(() => rowOf({ [field]: value })).toThrow(UnstorableEventError);
  });
});

function rowOf(more: Readonly<Record<string, Json>>, contexts: Json = {}) {
  const payload = { ...SPAN, ...more };
  const event = enrichEvent({ type: 'span', timestamp: '2026-01-02', contexts, payload }, ID, { ip: '', agent: '' });
  return toSpanRow(event, { projectId: '7', arrivalMs: 0 });
}
