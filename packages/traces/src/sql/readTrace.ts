import { lowestIdAt } from '@sluice/contract';
import { sql } from 'kysely';
import type { Queryable, JsonObject } from '@sluice/db';
import { listedColumns, PAGE_BYTES, selectDetail, selectListed, takeFound, withinBytes } from '@sluice/reading';
import type { SpanDetail, StoredSpan } from './listSpans.js';
import { distinctCounts } from './distinctCounts.js';
import { mergeTrace, TRACE_DAY_COLUMNS, type MergedTrace, type TraceSummary } from './traceSummary.js';

/** A trace with its spans. */
export interface Trace extends TraceSummary {
  /** Of the roots, later ones override; until a root has arrived, of the earliest span. */
  readonly tags: JsonObject;
  readonly contexts: JsonObject;
  /** The page trace before it, of the same visit. */
  readonly previousTraceId: string | null;
  /** By start, ties by uuid; each uuid once, as it arrived first. At most {@link TRACE_SPANS}. */
  readonly spans: readonly StoredSpan[];
  /** Whether more spans are stored than are returned. */
  readonly truncated: boolean;
}

/** The most spans of a trace that are read: its roots and those that were stored first. */
const TRACE_SPANS = 5_000;

/** Returns a trace, merged from its days; `undefined` if no span of it is stored. */
export async function readTrace(db: Queryable, projectId: string, traceId: string): Promise<Trace | undefined> {
  const merged = await readTraceDays(db, projectId, traceId);
  if (merged === undefined) return undefined;
  const [[summary = merged.summary], heads, read] = await Promise.all([
    distinctCounts(db, projectId, [merged], TRACE_SPANS),
    readHeads(db, projectId, merged),
    readSpans(db, projectId, merged),
  ]);
  const all = [...heads, ...read.spans];
  const spans = eachOnce(all).slice(0, TRACE_SPANS);
  return {
    ...summary,
    ...headFields(heads, merged.sources),
    previousTraceId: previousOf(spans),
    spans,
    truncated: read.isCut || all.length > TRACE_SPANS || merged.summary.spanCount > TRACE_SPANS,
  };
}

/** Returns what the rows of a trace say, merged from its days; `undefined` if no span of it is stored. */
export async function readTraceDays(
  db: Queryable,
  projectId: string,
  traceId: string,
): Promise<MergedTrace | undefined> {
  const days = await db.kysely
    .selectFrom('traces')
    .select(TRACE_DAY_COLUMNS)
    .where('project_id', '=', projectId)
    .where('trace_id', '=', traceId)
    .execute();
  return mergeTrace(days, db.maxEventAgeMs);
}

/** Returns the summary of a trace without its spans; `undefined` if no span of it is stored. */
export async function readTraceSummary(
  db: Queryable,
  projectId: string,
  traceId: string,
): Promise<Omit<Trace, 'spans'> | undefined> {
  const merged = await readTraceDays(db, projectId, traceId);
  if (merged === undefined) return undefined;
  const [[summary = merged.summary], heads] = await Promise.all([
    distinctCounts(db, projectId, [merged], TRACE_SPANS),
    readHeads(db, projectId, merged),
  ]);
  return { ...summary, ...headFields(heads, merged.sources), truncated: merged.summary.spanCount > TRACE_SPANS };
}

/** Returns the spans that decide the summary. */
async function readHeads(db: Queryable, projectId: string, { sources }: MergedTrace): Promise<readonly SpanDetail[]> {
  const { rows } = await sql<SpanDetail>`
    select ${selectDetail('spans', 'spans')} from spans
    where project_id = ${projectId} and id = any(${sources.map((head) => head.id)}::uuid[])`.execute(db.kysely);
  return rows;
}

function headFields(
  spans: readonly SpanDetail[],
  sources: MergedTrace['sources'],
): Pick<Trace, 'tags' | 'contexts' | 'previousTraceId'> {
  const byId = new Map(spans.map((span) => [span.id, span]));
  const heads = sources.flatMap((head) => byId.get(head.id) ?? []);
  return {
    tags: mergeObjects(heads.map((span) => span.tags)),
    contexts: mergeObjects(heads.map((span) => span.contexts)),
    previousTraceId: previousOf(heads),
  };
}

/** From the earliest span that has one. */
const previousOf = (spans: readonly StoredSpan[]): string | null =>
  spans.find(({ previousTraceId: id, traceId }) => id !== null && id !== traceId)?.previousTraceId ?? null;

/** Returns spans up to the limits, unsorted, without those that decide the summary: a trace may have a million. */
async function readSpans(
  db: Queryable,
  projectId: string,
  merged: MergedTrace,
): Promise<{ readonly spans: readonly StoredSpan[]; readonly isCut: boolean }> {
  const selected = sql`
    select ${listedColumns('spans')} from spans
    where project_id = ${projectId} and trace_id = ${merged.summary.traceId}
      and id >= ${lowestIdAt(merged.fromMs)} and id < ${lowestIdAt(merged.toMs)}
      and id <> all(${merged.sources.map((head) => head.id)}::uuid[])
    limit ${TRACE_SPANS + 1}`;
  const { rows } = await sql<StoredSpan & { found?: number }>`
    select ${selectListed('spans', 'e')}, e.found from (${withinBytes(selected, 'asc', PAGE_BYTES)}) as e`.execute(
    db.kysely,
  );
  return { isCut: takeFound(rows) > rows.length, spans: rows };
}

function eachOnce(spans: readonly StoredSpan[]): readonly StoredSpan[] {
  const first = new Map<string, StoredSpan>();
  for (const span of spans) {
    const known = first.get(span.spanUuid);
    if (known === undefined || span.id < known.id) first.set(span.spanUuid, span);
  }
  const order = (a: StoredSpan, b: StoredSpan): number =>
    a.startTime.getTime() - b.startTime.getTime() || byText(a.spanUuid, b.spanUuid);
  return [...first.values()].sort(order);
}

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Merges objects; later ones override. Built from entries, so that `__proto__` is an ordinary key. */
function mergeObjects(objects: readonly (JsonObject | null)[]): JsonObject {
  return Object.fromEntries(objects.flatMap((object) => Object.entries(object ?? {})));
}
