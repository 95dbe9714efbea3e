import { timeOfId } from '@sluice/contract';
import { compareKeys, foldByKey } from '../connection/keys.js';
import type { TraceSpanHead } from '../schema.js';

/** What a stored span tells its trace. */
export interface TraceSpan {
  readonly projectId: string;
  readonly traceId: string;
  /** The event id: its time decides which day's row of the trace it joins. */
  readonly id: string;
  readonly uuid: string;
  readonly parentId: string | null;
  readonly name: string;
  readonly op: string | null;
  readonly status: string;
  /** Milliseconds since 1970. */
  readonly startMs: number;
  /** Milliseconds since 1970. */
  readonly endMs: number;
  readonly environment: string | null;
  readonly release: string | null;
  readonly userKey: string | null;
}

/** The part of a trace that arrived on one UTC day. */
export interface PartialTrace {
  readonly projectId: string;
  readonly day: string;
  readonly traceId: string;
  readonly firstMs: number;
  readonly lastMs: number;
  readonly spans: number;
  readonly errors: number;
  readonly roots: readonly TraceSpanHead[];
  readonly earliest: TraceSpanHead;
  /** The smallest event id of them. */
  readonly firstId: string;
}

/** How many root spans a trace remembers. */
export const MAX_ROOTS = 32;

/** Folds spans into one partial trace for each (project, day, trace), in lock order. */
export function foldSpans(spans: readonly TraceSpan[]): PartialTrace[] {
  return foldByKey(
    spans.map(partialOf),
    (trace) => [trace.projectId, trace.day, trace.traceId],
    (trace) => trace,
    joinTraces,
  );
}

/** The union of two parts of a trace: commutative and associative. */
function joinTraces(a: PartialTrace, b: PartialTrace): PartialTrace {
  return {
    ...a,
    firstMs: Math.min(a.firstMs, b.firstMs),
    lastMs: Math.max(a.lastMs, b.lastMs),
    spans: a.spans + b.spans,
    errors: a.errors + b.errors,
    roots: joinRoots(a.roots, b.roots),
    earliest: compareHeads(a.earliest, b.earliest) <= 0 ? a.earliest : b.earliest,
    firstId: a.firstId < b.firstId ? a.firstId : b.firstId,
  };
}

/**
 * The {@link MAX_ROOTS} smallest roots of both, one a uuid (the same span in two batches is one root). Whatever falls out
 * on the way has that many smaller ones before it, so it can never be needed again.
 */
export function joinRoots(a: readonly TraceSpanHead[], b: readonly TraceSpanHead[]): readonly TraceSpanHead[] {
  if (b.length === 0) return a;
  if (a.length === 0) return b;
  const smallest = new Map<string, TraceSpanHead>();
  for (const head of [...a, ...b].sort(compareHeads)) {
    if (!smallest.has(head.uuid)) smallest.set(head.uuid, head);
  }
  return [...smallest.values()].slice(0, MAX_ROOTS);
}

/** By start, then uuid, then event id. Text is compared by its UTF-8 bytes, as PostgreSQL's collation "C" does. */
export function compareHeads(a: TraceSpanHead, b: TraceSpanHead): number {
  if (a.start !== b.start) return a.start - b.start;
  return Buffer.compare(Buffer.from(a.uuid), Buffer.from(b.uuid)) || compareKeys([a.id], [b.id]);
}

function partialOf(span: TraceSpan): PartialTrace {
  const head: TraceSpanHead = {
    start: span.startMs,
    uuid: span.uuid,
    id: span.id,
    name: span.name,
    op: span.op,
    status: span.status,
    environment: span.environment,
    release: span.release,
    user: span.userKey,
  };
  return {
    projectId: span.projectId,
    day: new Date(timeOfId(span.id)).toISOString().slice(0, 10),
    traceId: span.traceId,
    firstMs: span.startMs,
    lastMs: span.endMs,
    spans: 1,
    errors: span.status === 'error' ? 1 : 0,
    roots: span.parentId === null ? [head] : [],
    earliest: head,
    firstId: span.id,
  };
}
