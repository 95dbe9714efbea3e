import { sql } from 'kysely';
import type { Queryable } from '../connection/createDatabase.js';
import type { JsonObject, TraceSpanHead } from '../schema.js';
import { compareHeads, joinRoots } from './traceSpan.js';

/** A trace as it is known now (spec 2.4). */
export interface Trace {
  readonly projectId: string;
  readonly traceId: string;
  readonly firstStart: Date;
  readonly lastEnd: Date;
  /** Stored spans; one that was sent in two batches counts twice. */
  readonly spanCount: number;
  readonly errorCount: number;
  /** Roots known, at most 32. */
  readonly rootCount: number;
  /** Name and op of the first root, or of the earliest span. */
  readonly name: string;
  readonly op: string | null;
  readonly environment: string | null;
  readonly userKey: string | null;
  readonly tags: JsonObject;
  readonly contexts: JsonObject;
}

/**
 * Reads a trace, its days put together. Environment, user, tags and contexts come from the roots, merged in the order of
 * their start (ties by uuid), later ones winning; before any root has arrived, from the earliest span. `undefined` where
 * no span of it is stored.
 */
export async function readTrace(db: Queryable, projectId: string, traceId: string): Promise<Trace | undefined> {
  const days = await db.kysely
    .selectFrom('traces')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('trace_id', '=', traceId)
    .execute();
  const [first, ...others] = days;
  if (first === undefined) return undefined;
  const roots = others.reduce((joined, day) => joinRoots(joined, day.roots), first.roots);
  const earliest = others.reduce((a, { earliest: b }) => (compareHeads(a, b) <= 0 ? a : b), first.earliest);
  const sources = roots.length > 0 ? roots : [earliest];
  const sum = (values: readonly string[]): number => values.reduce((total, value) => total + Number(value), 0);
  return {
    projectId,
    traceId,
    firstStart: new Date(Math.min(...days.map((day) => day.first_start.getTime()))),
    lastEnd: new Date(Math.max(...days.map((day) => day.last_end.getTime()))),
    spanCount: sum(days.map((day) => day.span_count)),
    errorCount: sum(days.map((day) => day.error_count)),
    rootCount: roots.length,
    name: sources[0]?.name ?? earliest.name,
    op: sources[0]?.op ?? null,
    environment: latest(sources.map((head) => head.environment)),
    userKey: latest(sources.map((head) => head.user)),
    ...(await mergedFields(db, projectId, sources)),
  };
}

const latest = (values: readonly (string | null)[]): string | null =>
  values.reduce((kept, value) => value ?? kept, null);

/** Tags and contexts stay with the spans; a partial trace only knows which ones to ask. */
async function mergedFields(
  db: Queryable,
  projectId: string,
  sources: readonly TraceSpanHead[],
): Promise<Pick<Trace, 'tags' | 'contexts'>> {
  const spans = await db.kysely
    .selectFrom('spans')
    .select(['id', 'tags', 'contexts'])
    .where('project_id', '=', projectId)
    .where(sql<boolean>`id = any(${sources.map((head) => head.id)}::uuid[])`)
    .execute();
  const byId = new Map(spans.map((span) => [span.id, span]));
  const inOrder = sources.flatMap((head) => byId.get(head.id) ?? []);
  return {
    tags: mergeObjects(inOrder.map((span) => span.tags)),
    contexts: mergeObjects(inOrder.map((span) => span.contexts)),
  };
}

/** Later objects win. Built from entries, so that a key like `__proto__` is a key like any other. */
function mergeObjects(objects: readonly (JsonObject | null)[]): JsonObject {
  return Object.fromEntries(objects.flatMap((object) => Object.entries(object ?? {})));
}
