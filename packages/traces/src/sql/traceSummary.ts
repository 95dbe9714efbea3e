import { DAY_MS, DEFAULT_MAX_EVENT_AGE_MS, LIMITS, timeOfId, type SpanStatus, SPAN_STATUSES } from '@sluice/contract';
import { compareHeads, mergeRoots } from './traceSpan.js';
import type { TraceSpanHead } from '@sluice/db';

/** A trace as its partial rows tell it (protocol 2.4). */
export interface TraceSummary {
  readonly traceId: string;
  /** The smallest event id: its time is when the trace was first heard of. */
  readonly firstId: string;
  readonly firstStart: Date;
  readonly lastEnd: Date;
  /** Spans by their uuid, however often they were sent; where `approximate`, by how often they were stored. */
  readonly spanCount: number;
  readonly errorCount: number;
  readonly approximate: boolean;
  /** Roots known, at most 32. */
  readonly rootCount: number;
  /** Name, op and status of the first root; of the earliest span until a root arrives. */
  readonly name: string;
  readonly op: string | null;
  readonly status: SpanStatus | null;
  /** Of the last root that has one. */
  readonly environment: string | null;
  readonly release: string | null;
  readonly userKey: string | null;
}

/** A row of `traces`, as far as a summary needs it. */
export interface TraceDay {
  readonly day: string;
  readonly trace_id: string;
  readonly first_id: string | null;
  readonly first_start: Date;
  readonly last_end: Date;
  readonly span_count: string;
  readonly error_count: string;
  readonly roots: readonly TraceSpanHead[];
  readonly earliest: TraceSpanHead;
}

/** The columns of {@link TraceDay}. */
export const TRACE_DAY_COLUMNS = [
  'day',
  'trace_id',
  'first_id',
  'first_start',
  'last_end',
  'span_count',
  'error_count',
  'roots',
  'earliest',
] as const;

/** A trace put together from its days. */
export interface MergedTrace {
  /** Counts as stored: a span that was sent in two batches counts twice, until {@link distinctCounts} are set. */
  readonly summary: TraceSummary;
  /** The spans whose tags and contexts are the trace's, in the order in which they merge. */
  readonly sources: readonly TraceSpanHead[];
  /** Between these ids, the second not included, lie all its spans. */
  readonly fromMs: number;
  readonly toMs: number;
}

/**
 * Merges the days of one trace, in any order; `maxAgeMs` is `Queryable.maxEventAgeMs`. Environment, release and user come from the roots in the order of their start
 * (ties by uuid), later ones winning; before any root has arrived, from the earliest span. `undefined` for no days.
 */
export function mergeTrace(days: readonly TraceDay[], maxAgeMs = DEFAULT_MAX_EVENT_AGE_MS): MergedTrace | undefined {
  const [first, ...others] = days;
  if (first === undefined) return undefined;
  const roots = others.reduce((joined, day) => mergeRoots(joined, day.roots), first.roots);
  const earliest = others.reduce((a, { earliest: b }) => (compareHeads(a, b) <= 0 ? a : b), first.earliest);
  const sources = roots.length > 0 ? roots : [earliest];
  const head = sources[0] ?? earliest;
  const starts = days.map(({ day }) => Date.parse(`${day}T00:00:00Z`));
  const firstId = days.map(firstIdOf).reduce((a, b) => (a < b ? a : b));
  const arrivalMs = timeOfId(firstId);
  const spanCount = sum(days.map((day) => day.span_count));
  return {
    summary: {
      traceId: first.trace_id,
      firstId,
      ...traceTimes(
        {
          startMs: Math.min(...days.map((day) => day.first_start.getTime())),
          endMs: Math.max(...days.map((day) => day.last_end.getTime())),
        },
        [...roots, earliest],
        { firstMs: arrivalMs, lastMs: Math.max(...starts) + DAY_MS, maxAgeMs },
      ),
      spanCount,
      errorCount: sum(days.map((day) => day.error_count)),
      // Of one stored span there is one.
      approximate: spanCount > 1,
      rootCount: roots.length,
      name: head.name,
      op: head.op,
      status: SPAN_STATUSES.find((known) => known === head.status) ?? null,
      environment: latest(sources.map((source) => source.environment)),
      release: latest(sources.map((source) => source.release ?? null)),
      userKey: latest(sources.map((source) => source.user)),
    },
    sources,
    fromMs: Math.min(...starts),
    toMs: Math.max(...starts) + DAY_MS,
  };
}

/**
 * Returns the start and end of a trace: those that its clients sent, while they are at most `maxAgeMs` apart.
 * Otherwise the clocks of its clients disagree, and only times near its arrival count: of its known heads for the start, and the
 * arrival where there is none.
 *
 * Invariant: the times of other traces have no part in it, so that a wrong clock changes no trace but its own.
 */
function traceTimes(
  { startMs, endMs }: { readonly startMs: number; readonly endMs: number },
  heads: readonly TraceSpanHead[],
  { firstMs, lastMs, maxAgeMs }: { readonly firstMs: number; readonly lastMs: number; readonly maxAgeMs: number },
): Pick<TraceSummary, 'firstStart' | 'lastEnd'> {
  if (endMs - startMs <= maxAgeMs) return { firstStart: new Date(startMs), lastEnd: new Date(endMs) };
  const isNear = (ms: number): boolean => ms >= firstMs - maxAgeMs && ms <= lastMs + LIMITS.maxFutureMs;
  const starts = [startMs, ...heads.map(({ start }) => start)].filter(isNear);
  const firstStart = Math.min(...(starts.length === 0 ? [firstMs] : starts));
  return { firstStart: new Date(firstStart), lastEnd: new Date(isNear(endMs) ? endMs : Math.max(firstStart, firstMs)) };
}

const firstIdOf = (day: TraceDay): string => day.first_id ?? day.earliest.id;

const latest = (values: readonly (string | null)[]): string | null =>
  values.reduce((kept, value) => value ?? kept, null);

const sum = (values: readonly string[]): number => values.reduce((total, value) => total + Number(value), 0);
