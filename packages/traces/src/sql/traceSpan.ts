import { timeOfId } from '@sluice/contract';
import { compareKeys, type TraceSpanHead, isoTime } from '@sluice/db';

/** The part of a stored span that its trace needs. */
export interface TraceSpan {
  readonly projectId: string;
  readonly traceId: string;
  /** The event id. Its time decides the day, and thereby the row of the trace. */
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

/** The most root spans that are kept of a trace. */
export const MAX_ROOTS = 32;

/** A partial trace to which spans are added. */
type MutableTrace = { -readonly [Key in keyof PartialTrace]: PartialTrace[Key] };

/** Merges spans into one partial trace for each (project, day, trace), in lock order. */
export function mergeSpans(spans: readonly TraceSpan[]): PartialTrace[] {
  const traces = new Map<string, MutableTrace>();
  for (const span of spans) {
    const day = dayOf(span.id);
    const name = `${span.projectId}\0${day}\0${span.traceId}`;
    const trace = traces.get(name);
    if (trace === undefined) traces.set(name, partialOf(span, day));
    else addSpan(trace, span);
  }
  const keyOf = (trace: PartialTrace): readonly string[] => [trace.projectId, trace.day, trace.traceId];
  return [...traces.values()].sort((a, b) => compareKeys(keyOf(a), keyOf(b)));
}

/** Commutative and associative. Makes heads only of spans that may need one, because it runs for every span. */
function addSpan(trace: MutableTrace, span: TraceSpan): void {
  trace.firstMs = Math.min(trace.firstMs, span.startMs);
  trace.lastMs = Math.max(trace.lastMs, span.endMs);
  trace.spans += 1;
  if (span.status === 'error') trace.errors += 1;
  if (span.id < trace.firstId) trace.firstId = span.id;
  if (span.parentId !== null && span.startMs > trace.earliest.start) return;
  const head = headOf(span);
  if (span.parentId === null) trace.roots = mergeRoots(trace.roots, [head]);
  if (compareHeads(head, trace.earliest) < 0) trace.earliest = head;
}

/**
 * Returns the {@link MAX_ROOTS} smallest roots of both, one for each uuid (the same span in two batches is one root). A root
 * that is dropped has that many smaller ones before it, so no later merge needs it.
 */
export function mergeRoots(a: readonly TraceSpanHead[], b: readonly TraceSpanHead[]): readonly TraceSpanHead[] {
  if (b.length === 0) return a;
  if (a.length === 0) return b;
  const smallest = new Map<string, TraceSpanHead>();
  for (const head of [...a, ...b].sort(compareHeads)) {
    if (!smallest.has(head.uuid)) smallest.set(head.uuid, head);
  }
  return [...smallest.values()].slice(0, MAX_ROOTS);
}

/** Compares by start, then uuid, then event id. Text is compared by its UTF-8 bytes, as PostgreSQL's collation "C" does. */
export function compareHeads(a: TraceSpanHead, b: TraceSpanHead): number {
  if (a.start !== b.start) return a.start - b.start;
  return Buffer.compare(Buffer.from(a.uuid), Buffer.from(b.uuid)) || compareKeys([a.id], [b.id]);
}

function headOf(span: TraceSpan): TraceSpanHead {
  return {
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
}

function partialOf(span: TraceSpan, day: string): MutableTrace {
  const head = headOf(span);
  return {
    projectId: span.projectId,
    day,
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

/** The UTC day of an event id. */
const dayOf = (id: string): string => isoTime(timeOfId(id)).slice(0, DAY_LENGTH);

const DAY_LENGTH = '2026-01-01'.length;
