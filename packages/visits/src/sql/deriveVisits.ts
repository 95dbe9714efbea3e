import { DAY_MS } from '@sluice/contract';
import { sql } from 'kysely';
import type { Tx } from '@sluice/db';
import { ARRIVED, environmentRanks, MAX_ENVIRONMENTS, MAX_VALUES, ofDay } from './dayBounds.js';
import type { DeriveDeps } from './deriveDeps.js';
import { readHitAgents } from './hitAgents.js';
import { pathOfUrl } from './pageOfUrl.js';

/** Time without a hit after which the next hit of a session begins another visit. */
const VISIT_GAP_MS = 30 * 60_000;

/** Characters of a value. */
const MAX_VALUE = 200;

const HOST = `'^[a-zA-Z][a-zA-Z0-9+.-]*://([^/?#]*)'`;
const host = (column: string): string => `lower(regexp_replace(substring(${column} from ${HOST}), '^www\\.', ''))`;
const PATH = `left(${pathOfUrl('url')}, ${MAX_VALUE})`;
/** A context of the hit, or what the user agent of its request says instead. */
const context = (name: string, column: string): string =>
  `left(coalesce(contexts ->> '${name}', agents.${column}, ''), ${MAX_VALUE})`;
const DEVICE = context('device.type', 'device');

/** The properties of a hit that are counted. A hit of the same host has no referrer; a hit without a URL has the path ''. */
const HIT_COLUMNS = sql.raw(`
  id, kind = 'pageview' as is_pageview, environment,
  case when url is null then '' else ${PATH} end as path,
  case when ${host('referrer')} = ${host('url')} then '' else left(coalesce(${host('referrer')}, ''), ${MAX_VALUE}) end as referrer,
  left(coalesce(name, ''), ${MAX_VALUE}) as name, coalesce(release, '') as release,
  ${context('browser.name', 'browser')} as browser, ${context('os.name', 'os')} as os,
  coalesce(nullif(${DEVICE}, ''), 'desktop') as device, ${DEVICE} = 'bot' as bot,
  nullif(md5(concat_ws(' ', coalesce(visitor, nullif(contexts ->> 'user.ip', '')), nullif(contexts ->> 'user.agent', ''))), md5('')) as visitor,
  session_id`);

/**
 * Replaces the counts of a project's visits on a UTC day.
 *
 * - A visit is a session's hits without a gap of {@link VISIT_GAP_MS}; it counts where it began, under its first hit's path,
 *   referrer and so on. A hit without a session belongs to that of its visitor; without both, it is its own.
 * - A visitor is an address and user agent; where the address is not stored in full, the gateway's hash of it. Each counts once a UTC day, in the hour of the first hit, so that the hours of a day
 *   add up to it. None of it is written.
 * - Browser, system and device are those that the client sent (`device.userAgent`), otherwise those of the request.
 * - Bots are counted apart. All parts of a dimension add up to the dimension `all`: of `entry` and `referrer` the visits, of
 *   `page` the page views, of `custom` the custom hits, of the others everything.
 */
export async function deriveVisits(
  tx: Tx,
  projectId: string,
  dayMs: number,
  { readAgent }: Pick<DeriveDeps, 'readAgent'>,
): Promise<void> {
  const agents = await readHitAgents(tx, projectId, { ms: dayMs, earlierMs: VISIT_GAP_MS }, readAgent);
  const start = new Date(dayMs).toISOString();
  await sql`
    delete from visit_counts where project_id = ${projectId} and start >= ${start}::timestamptz
      and start < ${new Date(dayMs + DAY_MS).toISOString()}::timestamptz`.execute(tx.kysely);
  await sql`
    with read as materialized (
      select ${HIT_COLUMNS}, ${ARRIVED} as at from hits left join ${agents.table} on agents.agent = ${agents.key}
      where ${ofDay(projectId, dayMs, VISIT_GAP_MS)}),
    ranks as (${environmentRanks(sql`read where at >= ${start}::timestamptz`)}),
    placed as (
      select h.*, coalesce(r.environment, '(other)') as place, coalesce(h.session_id, h.visitor, h.id::text) as session,
        h.at >= ${start}::timestamptz as of_day
      from read h left join ranks r on r.environment = coalesce(h.environment, '') and r.place <= ${MAX_ENVIRONMENTS}),
    marked as materialized (
      select *,
        coalesce(at - lag(at) over (partition by place, session order by id)
          > ${VISIT_GAP_MS}::double precision * interval '1 millisecond', true) as begins,
        visitor is not null and row_number() over (partition by place, visitor, of_day order by id) = 1 as is_new
      from placed),
    hours as materialized (
      select date_trunc('hour', at, 'UTC') as hour, place, bot, dimension, value,
        count(*) filter (where is_pageview) as pageviews, count(*) filter (where not is_pageview) as customs,
        count(*) filter (where begins) as visits, count(*) filter (where is_new) as visitors
      from marked cross join lateral (values
        ('all', ''), ('browser', browser), ('os', os), ('device', device), ('release', release),
        ('entry', case when begins then path end), ('referrer', case when begins then referrer end),
        ('page', case when is_pageview then path end), ('custom', case when is_pageview then null else name end)
      ) as d(dimension, value)
      where of_day and value is not null
      group by 1, 2, 3, 4, 5),
    places as (
      select place, dimension, value, row_number() over (partition by place, dimension order by sum(
          case dimension when 'page' then pageviews when 'custom' then customs else visits end) desc,
        sum(pageviews + customs) desc, value) as rank
      from hours group by 1, 2, 3),
    named as (
      select h.hour, h.place, h.bot, h.dimension, case when p.rank <= ${MAX_VALUES} then h.value else '(other)' end as value,
        pageviews, customs, visits, visitors
      from hours h join places p using (place, dimension, value))
    insert into visit_counts
      (project_id, width, dimension, start, environment, bot, value, pageviews, customs, visits, visitors)
    select ${projectId}, width, dimension, case width when 1 then hour else ${start}::timestamptz end as bucket, place, bot,
      value, sum(pageviews), sum(customs), sum(visits), sum(visitors)
    from named cross join (values (1), (24)) as w(width)
    group by width, dimension, bucket, place, bot, value`.execute(tx.kysely);
}
