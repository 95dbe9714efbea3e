import { sql, type RawBuilder } from 'kysely';
import { type Queryable, unnest } from '@sluice/db';

/** The key of a release. */
export interface ReleaseKey {
  readonly project_id: string;
  readonly version: string;
}

/** A release with its time of the last change, in full precision. */
interface Position extends ReleaseKey {
  readonly touched: string;
}

/** Which releases to find. */
export interface ReleaseSearch {
  /** Condition on `r`, a row of `releases`. */
  readonly condition: RawBuilder<boolean>;
  /** Condition on `m`, a row of `sourcemaps` of the release. */
  readonly maps?: RawBuilder<boolean>;
  /** Whether they have source maps that meet the condition. */
  readonly hasMaps: boolean;
  readonly limit: number;
}

/** Releases whose source maps are looked up together. */
const PAGE = 1_000;

/**
 * Returns the releases that meet a condition and have source maps, or have none; first those without a change for the longest time.
 * Reads releases in pages, and looks up one source map of each: on Citus they are on different servers, and a join would read all
 * source maps.
 */
export async function findReleases(db: Queryable, search: ReleaseSearch): Promise<readonly ReleaseKey[]> {
  const found: ReleaseKey[] = [];
  let page: readonly Position[] = [];
  do {
    page = await readPage(db, search.condition, page.at(-1));
    const mapped = await findMapped(db, page, search.maps);
    found.push(...page.filter((_, index) => mapped.has(index) === search.hasMaps));
  } while (page.length === PAGE && found.length < search.limit);
  return found.slice(0, search.limit);
}

async function readPage(
  db: Queryable,
  condition: RawBuilder<boolean>,
  after: Position | undefined,
): Promise<readonly Position[]> {
  const next =
    after === undefined
      ? sql`true`
      : sql`(r.touched_at, r.project_id, r.version) > (${after.touched}::timestamptz, ${after.project_id}::int8, ${after.version}::text)`;
  const { rows } = await sql<Position>`
    select r.project_id, r.version, r.touched_at::text as touched from releases r
    where ${condition} and ${next}
    order by r.touched_at, r.project_id, r.version limit ${PAGE}`.execute(db.kysely);
  return rows;
}

/** Returns the positions in `keys` of releases with source maps. */
async function findMapped(
  db: Queryable,
  keys: readonly ReleaseKey[],
  maps: ReleaseSearch['maps'],
): Promise<ReadonlySet<number>> {
  if (keys.length === 0) return new Set();
  const { rows } = await selectMapped(keys, maps).execute(db.kysely);
  return new Set(rows.map(({ position }) => position));
}

/** Selects the positions of releases with source maps. With `limit`, they are looked up one by one, however many there are. */
export const selectMapped = (
  keys: readonly ReleaseKey[],
  maps = sql<boolean>`true`,
): RawBuilder<{ position: number }> => sql`
    select n.position from ${unnest('n', {
      position: ['int4', keys.map((_, index) => index)],
      project_id: ['int8', keys.map((key) => key.project_id)],
      version: ['text', keys.map((key) => key.version)],
    })}
    cross join lateral (
      select from sourcemaps m where m.project_id = n.project_id and m.release = n.version and ${maps} limit 1) m`;
