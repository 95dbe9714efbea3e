import { timeOfId } from '@sluice/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Queryable } from '../../connection/createDatabase.js';
import type { JsonObject } from '../../schema.js';
import { equals, lastLookedAt, lookedAt, withinPage } from '../arrivalScan.js';
import { isEventId } from '../isEventId.js';
import type { Page, PageRequest } from '../page.js';
import { LISTED_HIT_COLUMNS, toHit, type ListedHitRow, type StoredHit } from './storedHit.js';

/** Which hits; what is left out does not narrow. */
export interface HitFilter {
  /** Of this trace; found by an index. */
  readonly trace?: string | undefined;
  readonly kind?: string | undefined;
  readonly name?: string | undefined;
  /** What the url begins with. */
  readonly url?: string | undefined;
  readonly session?: string | undefined;
  /** The project user's key. */
  readonly user?: string | undefined;
  readonly environment?: string | undefined;
  readonly release?: string | undefined;
}

/** Hits by arrival, newest first. Those of one trace are found by its index; else looks at `ARRIVAL_SCAN` a page. */
export async function listHits(
  db: Queryable,
  projectId: string,
  page: PageRequest,
  filter: HitFilter = {},
): Promise<Page<StoredHit>> {
  const within = withinPage(projectId, page);
  const indexed = filter.trace === undefined ? undefined : sql`trace_id = ${filter.trace}`;
  const { rows } = await sql<ListedHitRow>`
    select ${COLUMNS} from (${lookedAt('hits', COLUMNS, within, indexed)}) as h
    where ${sql.join(conditions(filter), sql` and `)}
    order by id desc limit ${page.limit}`.execute(db.kysely);
  const hits = rows.map(toHit);
  if (hits.length === page.limit) return { rows: hits, next: hits.at(-1)?.id, scannedToMs: undefined };
  const bound = indexed === undefined ? await lastLookedAt(db, 'hits', within) : undefined;
  return { rows: hits, next: bound, scannedToMs: bound === undefined ? undefined : timeOfId(bound) };
}

/** One hit with its contexts; `undefined` where the project has none of this id. */
export async function readHit(
  db: Queryable,
  projectId: string,
  id: string,
): Promise<(StoredHit & { readonly contexts: JsonObject | null }) | undefined> {
  if (!isEventId(id)) return undefined;
  const row = await db.kysely
    .selectFrom('hits')
    .select([...LISTED_HIT_COLUMNS, 'contexts'])
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row === undefined ? undefined : { ...toHit(row), contexts: row.contexts };
}

const COLUMNS = sql.join(LISTED_HIT_COLUMNS.map((column) => sql.ref(column)));

const conditions = (filter: HitFilter): readonly RawBuilder<unknown>[] => [
  sql`true`,
  ...equals('kind', filter.kind),
  ...equals('name', filter.name),
  ...equals('session_id', filter.session),
  ...equals('user_key', filter.user),
  ...equals('environment', filter.environment),
  ...equals('release', filter.release),
  ...(filter.url === undefined ? [] : [sql`starts_with(url, ${filter.url})`]),
];
