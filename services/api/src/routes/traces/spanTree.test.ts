import { describe, expect, test } from '@jest/globals';
import { MAX_DEPTH } from '@sluice/api-contract';
import type { StoredSpan } from '@sluice/traces';
import { spanTree, type SpanNode } from './spanTree.js';

const AT = new Date(Date.UTC(2026, 0, 1));

const shapeOf = (...spans: readonly StoredSpan[]): string => shape(spanTree(spans));

describe('the tree of a trace’s spans', () => {
  test('siblings keep the order of the spans', () => {
    expect(shapeOf(span('a'), span('b', 'a'), span('c', 'b'), span('d', 'a'), span('e'))).toBe('a(b(c) d) e');
  });

  test('a child may come before its parent', () => {
    expect(shapeOf(span('c', 'b'), span('b', 'a'), span('a'))).toBe('a(b(c))');
  });

  test('a span whose parent is missing is an orphan and keeps its children', () => {
    expect(shapeOf(span('b', 'gone'), span('a'), span('c', 'b'))).toBe('b?(c) a');
  });

  test('a span that encloses itself, and spans in a circle, are shown once, as orphans', () => {
    expect(shapeOf(span('a', 'a'))).toBe('a?');
    expect(shapeOf(span('a', 'c'), span('b', 'a'), span('c', 'b'), span('d', 'c'), span('r'))).toBe('a?(b(c(d))) r');
  });

  test('a chain of thousands is nested to a bound, and is all there', () => {
    const chain = Array.from({ length: 5_000 }, (_, index) => span(`s${index}`, index === 0 ? null : `s${index - 1}`));
    const text = JSON.stringify(spanTree(chain));
    expect(text.match(/"uuid"/g)).toHaveLength(5_000);
    const depthOf = (node: SpanNode): number => 1 + Math.max(0, ...node.children.map(depthOf));
    expect(Math.max(...spanTree(chain).map(depthOf))).toBe(MAX_DEPTH + 1);
  });
});

function span(uuid: string, parentId: string | null = null): StoredSpan {
  return {
    id: `id of ${uuid}`,
    spanUuid: uuid,
    traceId: 't',
    parentId,
    previousTraceId: null,
    name: uuid,
    op: null,
    status: 'ok',
    timestamp: AT,
    startTime: AT,
    endTime: AT,
    duration: 0,
    environment: null,
    release: null,
    userKey: null,
    replayId: null,
    metrics: null,
    tags: null,
  };
}

/** `a(b c)`: a with its children b and c; an orphan has a `?`. */
function shape(nodes: readonly SpanNode[]): string {
  return nodes
    .map(
      ({ uuid, orphan, children }) => `${uuid}${orphan ? '?' : ''}${children.length > 0 ? `(${shape(children)})` : ''}`,
    )
    .join(' ');
}
