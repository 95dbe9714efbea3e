import type { MOMENT_KINDS } from '@sluice/contract';
import { sql, type RawBuilder } from 'kysely';
import { ISSUE_ID, joinIssue } from '../../../sql/joinIssue.js';

/** One of {@link MOMENT_KINDS}. */
export type MomentKind = (typeof MOMENT_KINDS)[number];

/** A table with moments. */
export type MomentTable = 'hits' | 'exceptions' | 'logs' | 'spans' | 'replay_sessions';

const TABLE_OF: Readonly<Record<MomentKind, MomentTable>> = {
  pageview: 'hits',
  custom: 'hits',
  exception: 'exceptions',
  log: 'logs',
  trace: 'spans',
  replay: 'replay_sessions',
};

/** The tables that have moments of these kinds, each once. */
export const tablesOf = (kinds: readonly MomentKind[]): readonly MomentTable[] => [
  ...new Set(kinds.map((kind) => TABLE_OF[kind])),
];

/** Characters of a text. */
const MAX_TEXT = 500;

const PLACE = sql`e.environment, e.release, e.trace_id, e.replay_id`;

/**
 * Selects a user's moments of a table, from its rows `e`: kind, id, timestamp, text, url, level, duration, environment, release,
 * trace_id, replay_id, issue_id.
 * @param rows a subquery named `e`
 */
export function selectMoments(
  table: MomentTable,
  rows: RawBuilder<unknown>,
  projectId: string,
  userKey: string,
): RawBuilder<unknown> {
  const ofUser = sql`e.user_key = ${userKey}`;
  switch (table) {
    case 'hits':
      return sql`select e.kind::text as kind, e.id, e.timestamp, left(coalesce(e.name, e.title, e.url, ''), ${MAX_TEXT}) as text,
          e.url, null as level, null::float8 as duration, ${PLACE}, null::uuid as issue_id
        from ${rows} where ${ofUser}`;
    case 'exceptions':
      return sql`select 'exception' as kind, e.id, e.timestamp, left(e.type || ': ' || e.message, ${MAX_TEXT}) as text,
          null as url, e.level, null::float8 as duration, ${PLACE}, ${ISSUE_ID} as issue_id
        from ${rows} ${joinIssue(projectId)} where ${ofUser}`;
    case 'logs':
      return sql`select 'log' as kind, e.id, e.timestamp, left(e.message, ${MAX_TEXT}) as text, null as url, e.level,
          null::float8 as duration, ${PLACE}, null::uuid as issue_id
        from ${rows} where ${ofUser}`;
    case 'spans':
      return sql`select 'trace' as kind, e.id, e.start_time as timestamp, e.name as text, null as url, e.status as level,
          e.duration::float8 as duration, ${PLACE}, null::uuid as issue_id
        from ${rows} where ${ofUser} and e.parent_id is null`;
    case 'replay_sessions':
      return sql`select 'replay' as kind, e.first_id as id, to_timestamp(0) as timestamp, '' as text, f.urls[1] as url,
          null as level, f.duration::float8 as duration, e.environment, e.release, null as trace_id, e.replay_id,
          null::uuid as issue_id
        from ${rows} left join replay_facts f on f.project_id = ${projectId} and f.replay_id = e.replay_id
        where ${ofUser} and (f.first_id is null or f.first_id = e.first_id)`;
  }
}
