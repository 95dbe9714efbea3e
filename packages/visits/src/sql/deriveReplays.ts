import { DAY_MS, lowestIdAt } from '@sluice/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '@sluice/db';
import { ARRIVED } from './dayBounds.js';
import type { DeriveDeps } from './deriveDeps.js';
import { pageOfUrl } from './pageOfUrl.js';

/** Segments of a replay that are read, and exceptions that are counted. */
const MAX_SEGMENTS = 2_000;
const MAX_ERRORS = 1_000;
/** URLs that are kept. */
const MAX_URLS = 20;

const PAGE = sql.raw(pageOfUrl('url'));

/** The URL of the page that a segment begins with, from its first bytes: rrweb writes it before the document. */
const HREF = sql.raw(`left(substring(substr(events, 1, 2000) from '"href":"([^"\\\\]+)"'), 500)`);

/** `orderingTime` of a segment's time. */
const ordered = (column: RawBuilder<unknown>, maxAge: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`case when ${column} >= arrived - ${maxAge} then least(${column}, arrived) else arrived end`;

/**
 * Writes what lists of replays are sorted by, for the replays of which a segment arrived on the UTC day: length, exceptions and
 * pages. A page is a URL without query and fragment, unless that is a route ({@link pageOfUrl}), that a segment begins with, or that a page view of a trace of the replay has.
 */
export async function deriveReplays(
  tx: Tx,
  projectId: string,
  dayMs: number,
  { maxEventAgeMs }: Pick<DeriveDeps, 'maxEventAgeMs'>,
): Promise<void> {
  const day = new Date(dayMs).toISOString().slice(0, 10);
  const maxAge = sql`${maxEventAgeMs}::double precision * interval '1 millisecond'`;
  // A replay lasts an hour at most; of one of several days, the segments of the previous day belong to it.
  const within = sql`id >= ${lowestIdAt(dayMs - DAY_MS)} and id < ${lowestIdAt(dayMs + DAY_MS)}`;
  await sql`
    insert into replay_facts (project_id, replay_id, first_id, day, duration, errors, pages, urls)
    select ${projectId}, n.replay_id, f.first_id, f.day, coalesce(s.duration, 0), e.errors,
      greatest(coalesce(cardinality(u.urls), 0), 1), coalesce(u.urls[:${MAX_URLS}], '{}')
    from (select distinct replay_id from replay_sessions where project_id = ${projectId} and day = ${day}) as n
    cross join lateral (
      select first_id, day from replay_sessions where project_id = ${projectId} and replay_id = n.replay_id
      order by first_id limit 1) as f
    cross join lateral (
      select round(extract(epoch from case
          when max(end_time) - min(start_time) <= ${maxAge} then max(end_time) - min(start_time)
          else greatest(max(${ordered(sql`end_time`, maxAge)}) - min(${ordered(sql`start_time`, maxAge)}), interval '0') end) * 1000)::bigint as duration,
        array_agg(distinct trace_id) filter (where trace_id is not null) as traces,
        array_agg(distinct href) filter (where href is not null) as hrefs
      from (
        select coalesce(start_time, timestamp) as start_time, greatest(start_time, end_time, coalesce(start_time, timestamp)) as end_time,
          ${ARRIVED} as arrived, trace_id, ${HREF} as href from replays
        where project_id = ${projectId} and replay_id = n.replay_id and ${within}
        order by segment limit ${MAX_SEGMENTS}) as each) as s
    cross join lateral (
      select array_agg(distinct ${PAGE}) as urls from (
        select unnest(s.hrefs) as url
        union all
        select left(url, 500) from hits
        where project_id = ${projectId} and trace_id = any(s.traces) and kind = 'pageview' and ${within}) as both_kinds
      where url is not null) as u
    cross join lateral (
      select count(*)::integer as errors from (
        select from exceptions where project_id = ${projectId} and replay_id = n.replay_id limit ${MAX_ERRORS}) as few) as e
    on conflict (project_id, replay_id) do update set
      first_id = excluded.first_id, day = excluded.day, duration = excluded.duration, errors = excluded.errors,
      pages = excluded.pages, urls = excluded.urls`.execute(tx.kysely);
}
