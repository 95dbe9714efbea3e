import { sql, type RawBuilder } from 'kysely';
import type { Queryable, EventDetail, ListedEvent } from '@sluice/db';
import { equals, listEvents, readEvent, type Page, type PageRequest } from '@sluice/reading';

/** A hit as lists return it. */
export type StoredHit = ListedEvent<'hits'>;

/** A hit with everything that is stored of it. */
type HitDetail = EventDetail<'hits'>;

/** Which hits. A field that is not set does not filter. */
export interface HitFilter {
  /** Of this trace; found by an index. */
  readonly trace?: string | undefined;
  readonly kind?: string | undefined;
  readonly name?: string | undefined;
  /** Prefix of the URL. */
  readonly url?: string | undefined;
  readonly session?: string | undefined;
  /** The project user's key. */
  readonly user?: string | undefined;
  readonly environment?: string | undefined;
  readonly release?: string | undefined;
}

/** Hits by arrival, newest first. Those of one trace are found by its index; otherwise the list scans `ARRIVAL_SCAN` rows a page. */
export const listHits = (
  db: Queryable,
  projectId: string,
  page: PageRequest,
  filter: HitFilter = {},
): Promise<Page<StoredHit>> =>
  listEvents(db, 'hits', {
    projectId,
    page,
    indexed: filter.trace === undefined ? undefined : sql`trace_id = ${filter.trace}`,
    conditions: conditions(filter),
  });

/** Returns one hit with its contexts; `undefined` if the project has none with this id. */
export const readHit = (db: Queryable, projectId: string, id: string): Promise<HitDetail | undefined> =>
  readEvent(db, 'hits', projectId, id);

const conditions = (filter: HitFilter): readonly RawBuilder<unknown>[] => [
  ...equals('kind', filter.kind),
  ...equals('name', filter.name),
  ...equals('session_id', filter.session),
  ...equals('user_key', filter.user),
  ...equals('environment', filter.environment),
  ...equals('release', filter.release),
  ...(filter.url === undefined ? [] : [sql`starts_with(url, ${filter.url})`]),
];
