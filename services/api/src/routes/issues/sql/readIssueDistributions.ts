import { sql, type RawBuilder } from 'kysely';
import { type Queryable, OTHER } from '@sluice/db';
import { scannedRows, withinPage, type PageRequest } from '@sluice/reading';
import { isOfHashes } from '../../../sql/joinIssue.js';
import { ofException, PAGE_URL, type IssueFilter } from './issueFilter.js';
import { readIssueHashes } from './readIssueHashes.js';

/** A value and how many of the read exceptions have it. */
interface FacetValue {
  readonly value: string;
  readonly count: number;
}

/** What a facet is made of. `tag` and `context` have a key. */
type FacetKind = 'environment' | 'release' | 'user' | 'url' | 'browser' | 'os' | 'device' | 'tag' | 'context';

/** How the values of one property are distributed. */
interface Facet {
  readonly kind: FacetKind;
  readonly key: string | null;
  /** Exceptions that have the property. */
  readonly count: number;
  readonly distinct: number;
  /** The most frequent, at most 10. */
  readonly values: readonly FacetValue[];
}

/** The facets of an issue, and how many of its exceptions were read for them. */
interface IssueDistributions {
  readonly events: number;
  /** Whether there are more exceptions, of which only the newest were read. */
  readonly approximate: boolean;
  readonly facets: readonly Facet[];
}

/** The most exceptions whose properties are read, and the most that are searched for those that match. */
const FACET_SCAN = 5_000;
const FACET_SEARCH = 10_000;

/** The most facets of tags and of contexts each, the most frequent ones. */
const MAX_KEYS = 40;
const MAX_VALUES = 10;
const LONGEST_VALUE = 200;

interface FacetRow {
  readonly kind: FacetKind;
  readonly key: string | null;
  readonly value: string;
  readonly count: string;
  readonly total: string;
  readonly distinct_values: string;
}

/** Returns the distributions of tags, contexts and other properties over the exceptions of an issue that match. */
export async function readIssueDistributions(
  db: Queryable,
  projectId: string,
  issueId: string,
  { page, filter }: { readonly page: PageRequest; readonly filter: IssueFilter },
): Promise<IssueDistributions> {
  const hashes = await readIssueHashes(db, projectId, issueId);
  if (hashes.length === 0) return { events: 0, approximate: false, facets: [] };
  const exceptions = newestOf(projectId, page, filter, hashes);
  const { rows } = await sql<FacetRow & { events: string; cut: boolean }>`
    with read as materialized (${exceptions}),
    found as (
      select f.kind, f.key, left(f.value, ${LONGEST_VALUE}) as value, count(*) as count
      from read as e cross join lateral (${facetsOf}) as f
      where f.value <> '' group by 1, 2, 3),
    ranked as (
      select kind, key, value, count, sum(count) over w as total, count(*) over w as distinct_values,
        row_number() over (partition by kind, key order by count desc, value) as nth
      from found window w as (partition by kind, key))
    select r.*, n.events, n.cut
    from (select count(*) as events, ${isCut(projectId, page, hashes)} as cut from read) as n
    left join ranked r on r.nth <= ${MAX_VALUES}
    order by r.kind, r.total desc, r.key, r.nth`.execute(db.kysely);
  const [first] = rows;
  return {
    events: Number(first?.events ?? 0),
    approximate: first?.cut ?? false,
    facets: toFacets(rows.filter(({ kind }) => kind as FacetKind | null)),
  };
}

const eachOf = (scan: number, hashes: readonly string[]): number =>
  hashes.includes(OTHER) ? scan : Math.ceil(scan / hashes.length);

/** Whether exceptions were left out: as many were read or searched of a fingerprint as are at most. */
function isCut(projectId: string, page: PageRequest, hashes: readonly string[]): RawBuilder<unknown> {
  const isFull = sql`coalesce(bool_or(nth >= ${eachOf(FACET_SCAN, hashes)}), false)`;
  if (hashes.includes(OTHER)) return isFull;
  const within = withinPage(projectId, { ...page, after: undefined });
  return sql`${isFull} or exists (
    select from unnest(${hashes}::text[]) as n(own) where exists (
      select from exceptions where ${within} and hash = n.own
      order by id desc limit 1 offset ${eachOf(FACET_SEARCH, hashes)}))`;
}

/** The newest exceptions of each fingerprint that match, and which of its fingerprint's each is. */
function newestOf(
  projectId: string,
  page: PageRequest,
  filter: IssueFilter,
  hashes: readonly string[],
): RawBuilder<unknown> {
  const within = withinPage(projectId, { ...page, after: undefined });
  const columns = sql`id, environment, release, user_key, tags, contexts`;
  const each = eachOf(FACET_SCAN, hashes);
  if (hashes.includes(OTHER)) {
    const newest = scannedRows('exceptions', sql`hash, ${columns}`, within);
    return sql`
      select s.*, row_number() over (order by id desc) as nth from (${newest}) as s
      where ${isOfHashes(projectId, hashes)} and ${ofException(filter)} limit ${each}`;
  }
  return sql`
    select x.* from unnest(${hashes}::text[]) as n(own) cross join lateral (
      select ${columns}, row_number() over (order by id desc) as nth from (
        select ${columns} from exceptions
        where ${within} and hash = n.own order by id desc limit ${eachOf(FACET_SEARCH, hashes)}) as s
      where ${ofException(filter)} order by id desc limit ${each}) as x`;
}

const context = (key: string): RawBuilder<unknown> => sql`(contexts ->> ${sql.lit(key)})`;
const versioned = (name: string): RawBuilder<unknown> =>
  sql`concat_ws(' ', ${context(`${name}.name`)}, split_part(${context(`${name}.version`)}, '.', 1))`;

/** Contexts that have a facet of their own, or are different in every event. */
const NOT_LISTED = [
  'browser.name',
  'browser.version',
  'os.name',
  'os.version',
  'page.url',
  'url.full',
  'url',
  'http.url',
  'environment',
  'release',
  'user.agent',
  'user.ip',
  'user.ip_address',
  'event.id',
  'trace.id',
  'span.id',
  'replay.id',
  'app.app_memory',
  'app.app_start_time',
  'app.free_memory',
  'device_info.boot_time',
  'device_info.free_memory',
];

const facetsOf = sql`
  select 'environment' as kind, null::text as key, e.environment as value
  union all select 'release', null, e.release
  union all select 'user', null, e.user_key
  union all select 'url', null, ${PAGE_URL}
  union all select 'browser', null, ${versioned('browser')}
  union all select 'os', null, ${versioned('os')}
  union all select 'device', null, coalesce(${context('device.model')}, ${context('device.type')})
  union all select 'tag', t.key, t.value from jsonb_each_text(e.tags) as t
  union all select 'context', c.key, c.value #>> '{}' from jsonb_each(e.contexts) as c
    where jsonb_typeof(c.value) in ('string', 'number', 'boolean') and c.key <> all(${sql.val(NOT_LISTED)}::text[])`;

function toFacets(rows: readonly FacetRow[]): readonly Facet[] {
  const facets = new Map<string, Facet & { readonly values: FacetValue[] }>();
  const perKind = new Map<FacetKind, number>();
  for (const { kind, key, value, count, total, distinct_values: distinct } of rows) {
    const name = `${kind} ${key ?? ''}`;
    const known = facets.get(name);
    if (known !== undefined) known.values.push({ value, count: Number(count) });
    else if ((perKind.get(kind) ?? 0) < MAX_KEYS) {
      perKind.set(kind, (perKind.get(kind) ?? 0) + 1);
      const numbers = { count: Number(total), distinct: Number(distinct) };
      facets.set(name, { kind, key, ...numbers, values: [{ value, count: Number(count) }] });
    }
  }
  return [...facets.values()];
}
