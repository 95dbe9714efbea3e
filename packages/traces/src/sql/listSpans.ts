import { sql, type RawBuilder } from 'kysely';
import type { Queryable, EventDetail, ListedEvent } from '@sluice/db';
import { contains, equals, listEvents, readEvent, type Page, type PageRequest } from '@sluice/reading';

/** A span as lists return it. `duration` is in milliseconds, as the client measured them. */
export type StoredSpan = ListedEvent<'spans'>;

/** A span with everything that is stored of it. */
export type SpanDetail = EventDetail<'spans'>;

/** Which spans. A field that is not set does not filter. */
export interface SpanFilter {
  readonly trace?: string | undefined;
  readonly environment?: string | undefined;
  readonly release?: string | undefined;
  /** Part of the name, case-insensitive. */
  readonly name?: string | undefined;
  readonly op?: string | undefined;
  readonly status?: string | undefined;
  /** With a value of this metric: the spans of a point of its series. */
  readonly metric?: string | undefined;
  /** The project user's key. */
  readonly user?: string | undefined;
  /** Milliseconds. */
  readonly minDuration?: number | undefined;
  readonly maxDuration?: number | undefined;
}

/** Spans by arrival, newest first. Those of one trace are found by its index; otherwise the list scans `ARRIVAL_SCAN` rows a page. */
export const listSpans = (
  db: Queryable,
  projectId: string,
  page: PageRequest,
  filter: SpanFilter = {},
): Promise<Page<StoredSpan>> =>
  listEvents(db, 'spans', {
    projectId,
    page,
    indexed: filter.trace === undefined ? undefined : sql`trace_id = ${filter.trace}`,
    conditions: conditions(filter),
  });

/** Returns one span with its contexts; `undefined` if the project has none with this id. */
export const readSpan = (db: Queryable, projectId: string, id: string): Promise<SpanDetail | undefined> =>
  readEvent(db, 'spans', projectId, id);

const conditions = (filter: SpanFilter): readonly RawBuilder<unknown>[] => [
  ...equals('environment', filter.environment),
  ...equals('release', filter.release),
  ...equals('op', filter.op),
  ...equals('status', filter.status),
  ...equals('user_key', filter.user),
  ...contains('name', filter.name),
  ...(filter.metric === undefined ? [] : [sql`metrics ? ${filter.metric}`]),
  ...(filter.minDuration === undefined ? [] : [sql`duration >= ${filter.minDuration}`]),
  ...(filter.maxDuration === undefined ? [] : [sql`duration <= ${filter.maxDuration}`]),
];
