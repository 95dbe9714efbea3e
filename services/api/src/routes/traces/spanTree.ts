import { MAX_DEPTH } from '@sluice/api-contract';
import type { StoredSpan } from '@sluice/traces';
import { spanNodeToWire } from '../spans/spanWire.js';

/** A span with its children. */
export interface SpanNode extends ReturnType<typeof spanNodeToWire> {
  /** Whether its parent is not among the spans: not stored, not yet stored, or not returned. */
  readonly orphan: boolean;
  readonly children: SpanNode[];
}

/**
 * Builds the tree of a trace: roots and orphans with their descendants, siblings in the order of the spans. Every span appears
 * once. In a cycle of parents, the first span becomes an orphan.
 */
export function spanTree(spans: readonly StoredSpan[]): readonly SpanNode[] {
  const childrenOf = new Map<string, StoredSpan[]>();
  const uuids = new Set(spans.map(({ spanUuid: uuid }) => uuid));
  for (const span of spans) {
    if (isTop(span, uuids) || span.parentId === null) continue;
    const siblings = childrenOf.get(span.parentId);
    if (siblings === undefined) childrenOf.set(span.parentId, [span]);
    else siblings.push(span);
  }
  const placed = new Set<string>();
  const tops = spans.filter((span) => isTop(span, uuids)).map((top) => grow(top, childrenOf, placed));
  // The remaining spans are in cycles or descend from one.
  const circles = spans.flatMap((span) => (placed.has(span.spanUuid) ? [] : [grow(span, childrenOf, placed)]));
  if (circles.length === 0) return tops;
  const order = new Map(spans.map((span, index) => [span.spanUuid, index]));
  return [...tops, ...circles].sort((a, b) => (order.get(a.uuid) ?? 0) - (order.get(b.uuid) ?? 0));
}

const isTop = ({ parentId }: StoredSpan, uuids: ReadonlySet<string>): boolean =>
  parentId === null || !uuids.has(parentId);

/** Iterative, because a trace may be a chain of thousands of spans. */
function grow(top: StoredSpan, childrenOf: ReadonlyMap<string, readonly StoredSpan[]>, placed: Set<string>): SpanNode {
  const root = nodeOf(top, top.parentId !== null);
  placed.add(top.spanUuid);
  const open: { readonly uuid: string; readonly into: SpanNode; readonly depth: number }[] = [
    { uuid: top.spanUuid, into: root, depth: 1 },
  ];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const child of childrenOf.get(next.uuid) ?? []) {
      if (placed.has(child.spanUuid)) continue;
      placed.add(child.spanUuid);
      const node = nodeOf(child, false);
      next.into.children.push(node);
      const deeper = next.depth < MAX_DEPTH;
      open.push({ uuid: child.spanUuid, into: deeper ? node : next.into, depth: deeper ? next.depth + 1 : next.depth });
    }
  }
  return root;
}

const nodeOf = (span: StoredSpan, orphan: boolean): SpanNode => ({ ...spanNodeToWire(span), orphan, children: [] });
