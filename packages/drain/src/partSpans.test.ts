import { describe, expect, test } from '@jest/globals';
import type { Part } from '@sluice/contract';
import { NO_TRACING, type Tracing, type TraceSpan } from '@sluice/runtime';
import { createPartSpans } from './partSpans.js';
import { makePart } from './testing/samples.js';

const parts: readonly Part[] = [makePart(['untraced']), { ...makePart(['traced']), trace: 'T' }];

describe('spans of a write batch', () => {
  test('continue the trace of each traced part, from its job to the commit', async () => {
    const { tracing, notes } = recorder();
    const spans = createPartSpans(tracing, 'log');
    spans.begin(parts, 7);
    await spans.around(() => Promise.resolve(void notes.push('write')));
    expect(notes).toEqual([
      'begin T consume log at 7',
      'begin T consume log at 7 > store',
      'write',
      'end T consume log at 7 > store',
      'end T consume log at 7',
    ]);
  });

  test('end as failed if the write does', async () => {
    const { tracing, notes } = recorder();
    const spans = createPartSpans(tracing, 'log');
    spans.begin(parts, 7);
    await expect(spans.around(() => Promise.reject(new Error('stopped')))).rejects.toThrow('stopped');
    expect(notes.slice(-2)).toEqual(['end T consume log at 7 > store failed', 'end T consume log at 7 failed']);
  });

  test('do not exist while traces are off, whatever the parts carry', async () => {
    const spans = createPartSpans(NO_TRACING, 'log');
    spans.begin([...parts, { ...makePart(['odd']), trace: 7 as unknown as string }], 0);
    let written = 0;
    await spans.around(() => Promise.resolve(void (written += 1)));
    expect(written).toBe(1);
  });
});

/** Traces that note what begins and ends. */
function recorder(): { readonly tracing: Tracing; readonly notes: string[] } {
  const notes: string[] = [];
  const begin = (name: string): TraceSpan => {
    notes.push(`begin ${name}`);
    return {
      traceparent: '',
      child: (child) => begin(`${name} > ${child}`),
      end: (_attributes, error) => void notes.push(`end ${name}${error === undefined ? '' : ' failed'}`),
    };
  };
  return {
    notes,
    tracing: { ...NO_TRACING, resume: (traceparent, name, startMs) => begin(`${traceparent} ${name} at ${startMs}`) },
  };
}
