import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { TraceSpanHead } from '@sluice/db';
import { compareHeads, mergeSpans, mergeRoots, type TraceSpan } from './traceSpan.js';

const DAYS = ['019b7000', '019b8000'];

const span = fc.record<TraceSpan>({
  projectId: fc.constantFrom('1', '10', '2'),
  traceId: fc.constantFrom('a', 'b', 'é'),
  id: fc
    .tuple(fc.constantFrom(...DAYS), fc.integer({ min: 0, max: 9 }))
    .map(([day, n]) => `${day}-000${n}-8000-8000-000000000000`),
  uuid: fc.constantFrom('u', 'v', 'ü', '\u{1f600}', '\uffff'),
  parentId: fc.constantFrom(null, null, 'p'),
  name: fc.constantFrom('x', 'y'),
  op: fc.constant(null),
  status: fc.constantFrom('ok', 'error'),
  startMs: fc.integer({ min: 0, max: 4 }),
  endMs: fc.integer({ min: 0, max: 9 }),
  environment: fc.constant(null),
  release: fc.constant(null),
  userKey: fc.constant(null),
});

test('a trace combines all of its spans of a day', () => {
  fc.assert(
    fc.property(fc.array(span, { maxLength: 60 }), (spans) => {
      const traces = mergeSpans(spans);
      const seen = traces.map((trace) => {
        const own = spans.filter(
          ({ projectId, traceId, id }) =>
            projectId === trace.projectId &&
            traceId === trace.traceId &&
            trace.day === (id.startsWith('019b7000') ? '2025-12-30' : '2026-01-02'),
        );
        const heads = own.map(headOf).sort(compareHeads);
        const roots = own.filter(({ parentId }) => parentId === null).map(headOf);
        expect(trace).toEqual({
          projectId: trace.projectId,
          day: trace.day,
          traceId: trace.traceId,
          firstMs: Math.min(...own.map(({ startMs }) => startMs)),
          lastMs: Math.max(...own.map(({ endMs }) => endMs)),
          spans: own.length,
          errors: own.filter(({ status }) => status === 'error').length,
          roots: roots.length < 2 ? roots : mergeRoots(roots, roots),
          earliest: expect.objectContaining({ start: heads[0]?.start, uuid: heads[0]?.uuid, id: heads[0]?.id }),
          firstId: own.map(({ id }) => id).sort()[0],
        });
        return own.length;
      });
      expect(seen.reduce((sum, count) => sum + count, 0)).toBe(spans.length);
      const names = traces.map(({ projectId, day, traceId }) => [projectId, day, traceId].join('\0'));
      expect(names).toEqual([...names].sort());
    }),
  );
});

function headOf({ startMs: start, uuid, id, name, op, status, ...rest }: TraceSpan): TraceSpanHead {
  const { environment, release, userKey: user } = rest;
  return { start, uuid, id, name, op, status, environment, release, user };
}
