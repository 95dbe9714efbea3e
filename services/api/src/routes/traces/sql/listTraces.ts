import { lowestIdAt, timeOfId } from '@sluice/contract';
import { sql } from 'kysely';
import { type Queryable, dayOf } from '@sluice/db';
import { type Page, type PageRequest, checkAfter, checkEventId } from '@sluice/reading';
import {
  distinctCounts,
  mergeTrace,
  TRACE_DAY_COLUMNS,
  type MergedTrace,
  type TraceDay,
  type TraceSummary,
} from '@sluice/traces';

/** Which traces. A field that is not set does not filter. */
export interface TraceFilter {
  readonly environment?: string | undefined;
  readonly release?: string | undefined;
  /** Part of the name, case-insensitive. */
  readonly query?: string | undefined;
  readonly op?: string | undefined;
  readonly status?: string | undefined;
  /** The project user's key. */
  readonly user?: string | undefined;
  /** Milliseconds from the first start to the last end. */
  readonly minDuration?: number | undefined;
  readonly maxDuration?: number | undefined;
}

/** Partial rows scanned for one page. */
const TRACE_SCAN = 1_000;

/** Rows of the first read: some more than a page, for traces of several days; more with a filter, which few may match. */
const FIRST_SCAN = { more: 25, filtered: 500 };

/** Traces with at most this many stored spans are counted exactly in lists. */
const COUNTED_IN_LISTS = 200;

/**
 * Returns traces by their first arrival, newest first, each once even if it arrived on several days. Scans at most
 * {@link TRACE_SCAN} partial rows a page. Counts of a trace with more than 200 stored spans are `approximate`.
 */
export async function listTraces(
  db: Queryable,
  projectId: string,
  page: PageRequest,
  filter: TraceFilter = {},
): Promise<Page<TraceSummary>> {
  const found: MergedTrace[] = [];
  let size = isEmpty(filter) ? page.limit + FIRST_SCAN.more : FIRST_SCAN.filtered;
  let after = checkAfter(page.after, checkEventId) ?? lowestIdAt(page.toMs);
  for (let looked = 0; looked < TRACE_SCAN;) {
    const block = await readBlock(db, projectId, { after, fromMs: page.fromMs, limit: size });
    for (const { firstId, trace } of block) {
      after = firstId;
      if (trace === undefined || !matches(trace.summary, filter)) continue;
      found.push(trace);
      if (found.length === page.limit) {
        return { rows: await count(db, projectId, found), next: after, scannedToMs: undefined };
      }
    }
    if (block.length < size)
      return { rows: await count(db, projectId, found), next: undefined, scannedToMs: undefined };
    looked += size;
    size = Math.min(2 * size, TRACE_SCAN - looked);
  }
  return { rows: await count(db, projectId, found), next: after, scannedToMs: timeOfId(after) };
}

const count = (db: Queryable, projectId: string, found: readonly MergedTrace[]): Promise<readonly TraceSummary[]> =>
  distinctCounts(db, projectId, found, COUNTED_IN_LISTS);

interface Block {
  readonly after: string;
  readonly fromMs: number;
  readonly limit: number;
}

interface ScannedDay {
  /** Where the list goes on. */
  readonly firstId: string;
  /** The merged trace; `undefined` if it began before this day. */
  readonly trace: MergedTrace | undefined;
}

/** A day's row is in the partition of its `first_id`: the days of the range are all that can be meant. */
async function readBlock(
  db: Queryable,
  projectId: string,
  { after, fromMs, limit }: Block,
): Promise<readonly ScannedDay[]> {
  const days = (await db.kysely
    .selectFrom('traces')
    .select(TRACE_DAY_COLUMNS)
    .where('project_id', '=', projectId)
    .where('first_id', '<', after)
    .where('first_id', '>=', lowestIdAt(fromMs))
    .where('day', '<=', dayOf(timeOfId(after)))
    .where('day', '>=', dayOf(fromMs))
    .orderBy('first_id', 'desc')
    .limit(limit)
    .execute()) as (TraceDay & { first_id: string })[];
  const others = await readOtherDays(db, projectId, days);
  return days.map((day) => {
    const all = [day, ...(others.get(day.trace_id) ?? []).filter((other) => other.day !== day.day)];
    const trace = mergeTrace(all, db.maxEventAgeMs);
    return { firstId: day.first_id, trace: trace?.summary.firstId === day.first_id ? trace : undefined };
  });
}

/**
 * The rows of the block's traces on other days. Partitions of a day that the block covers completely are not read
 * again.
 */
async function readOtherDays(
  db: Queryable,
  projectId: string,
  block: readonly TraceDay[],
): Promise<ReadonlyMap<string, readonly TraceDay[]>> {
  const [newest, oldest] = [block[0], block.at(-1)];
  if (newest === undefined || oldest === undefined) return new Map();
  const ofTraces = db.kysely
    .selectFrom('traces')
    .select(TRACE_DAY_COLUMNS)
    .where('project_id', '=', projectId)
    .where(sql<boolean>`trace_id = any(${[...new Set(block.map((row) => row.trace_id))]}::text[])`);
  const earlier = ofTraces.where('day', newest.day === oldest.day ? '<' : '<=', newest.day);
  // Two ranges, not one condition: only so does the planner leave out the day between them.
  const rows = await earlier.unionAll(ofTraces.where('day', '>', newest.day)).execute();
  const others = new Map<string, TraceDay[]>();
  for (const row of rows) {
    const known = others.get(row.trace_id);
    if (known === undefined) others.set(row.trace_id, [row]);
    else known.push(row);
  }
  return others;
}

const isEmpty = (filter: TraceFilter): boolean => Object.values(filter).every((value) => value === undefined);

function matches(trace: TraceSummary, filter: TraceFilter): boolean {
  const is = (asked: string | undefined, value: string | null): boolean => asked === undefined || asked === value;
  const duration = trace.lastEnd.getTime() - trace.firstStart.getTime();
  return (
    is(filter.environment, trace.environment) &&
    is(filter.release, trace.release) &&
    is(filter.op, trace.op) &&
    is(filter.status, trace.status) &&
    is(filter.user, trace.userKey) &&
    (filter.query === undefined || trace.name.toLowerCase().includes(filter.query.toLowerCase())) &&
    duration >= (filter.minDuration ?? -Infinity) &&
    duration <= (filter.maxDuration ?? Infinity)
  );
}
