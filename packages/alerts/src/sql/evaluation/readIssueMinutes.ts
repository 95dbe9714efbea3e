import { lowestIdAt } from '@sluice/contract';
import { sql } from 'kysely';
import { type Placed, runByShard, unnest } from '@sluice/db';

/** A project whose issues are read. */
export interface IssueMinutesQuery {
  readonly projectId: string;
  /** Start of the first minute, milliseconds since 1970. */
  readonly fromMs: number;
  /** Issues with at most as many events since then are left out. */
  readonly above: number;
}

/** Events of an open issue in an environment and minute. */
export interface IssueMinute {
  readonly projectId: string;
  readonly issueId: string;
  readonly level: string;
  /** Empty: none. */
  readonly environment: string;
  readonly minuteMs: number;
  readonly count: number;
}

/**
 * Returns the minutes of open issues of these projects: one statement for all. The events of merged issues are those of the
 * issue that they were merged into.
 */
export async function readIssueMinutes(
  db: Placed,
  queries: readonly IssueMinutesQuery[],
): Promise<readonly IssueMinute[]> {
  const first = new Date(queries.reduce((least, { fromMs }) => Math.min(least, fromMs), 8.64e15)).toISOString();
  const rows = await runByShard(
    db,
    queries,
    ({ projectId }) => projectId,
    ({ items, within }) => sql<IssueMinuteRow>`
      select project_id, issue_id, level, environment, minute, count from (
        select m.project_id, i.id as issue_id, i.level, m.environment, m.minute, sum(m.count) as count, n.above,
          sum(sum(m.count)) over (partition by m.project_id, i.id) as total
        from ${unnest('n', {
          project_id: ['int8', items.map(({ projectId }) => projectId)],
          from_minute: ['timestamptz', items.map(({ fromMs }) => new Date(fromMs).toISOString())],
          above: ['float8', items.map(({ above }) => above)],
        })}
        join issue_minutes m on m.project_id = n.project_id and m.minute >= n.from_minute
        join issue_hashes h on h.project_id = m.project_id and h.hash = m.hash
        join issues i on i.project_id = h.project_id and i.id = h.issue_id
        where m.minute >= ${first}::timestamptz and i.status = 'open' and i.merged_into is null
          and ${within('m.project_id')} and ${within('h.project_id')} and ${within('i.project_id')}
        group by m.project_id, i.id, i.level, m.environment, m.minute, n.above) t
      where total > above`,
  );
  return rows.map((row) => ({
    projectId: row.project_id,
    issueId: row.issue_id,
    level: row.level,
    environment: row.environment,
    minuteMs: row.minute.getTime(),
    count: Number(row.count),
  }));
}

interface IssueMinuteRow {
  readonly project_id: string;
  readonly issue_id: string;
  readonly level: string;
  readonly environment: string;
  readonly minute: Date;
  readonly count: string;
}

/** Whose users to count. */
export interface IssueUsersQuery {
  readonly projectId: string;
  readonly issueId: string;
  /** The empty one stands for none. */
  readonly environments: readonly string[];
  /** Arrival, milliseconds since 1970; `toMs` is not included. */
  readonly fromMs: number;
  readonly toMs: number;
}

/** Returns how many users had an exception of each of these issues, in order: one statement for all. Reads the exceptions: exact, also after merges. */
export async function countWindowUsers(db: Placed, queries: readonly IssueUsersQuery[]): Promise<readonly number[]> {
  const rows = await runByShard(
    db,
    queries.map((query, index) => ({ ...query, index })),
    ({ projectId }) => projectId,
    ({ items, within }) => {
      // As constants, by which the planner chooses the partitions.
      const [fromMs, toMs] = [
        Math.min(...items.map((each) => each.fromMs)),
        Math.max(...items.map((each) => each.toMs)),
      ];
      return sql<{ index: number; users: string }>`
      select n.index, count(distinct e.user_key) as users
      from ${unnest('n', {
        index: ['int4', items.map(({ index }) => index)],
        project_id: ['int8', items.map(({ projectId }) => projectId)],
        issue_id: ['uuid', items.map(({ issueId }) => issueId)],
        environments: ['jsonb', items.map(({ environments }) => JSON.stringify(environments))],
        from_id: ['uuid', items.map(({ fromMs }) => lowestIdAt(fromMs))],
        to_id: ['uuid', items.map(({ toMs }) => lowestIdAt(toMs))],
      })}
      join issue_hashes h on h.project_id = n.project_id and h.issue_id = n.issue_id
      join exceptions e on e.project_id = h.project_id and e.hash = h.hash and e.id >= n.from_id and e.id < n.to_id
      where n.environments ? coalesce(e.environment, '') and e.id >= ${lowestIdAt(fromMs)} and e.id < ${lowestIdAt(toMs)}
        and ${within('h.project_id')} and ${within('e.project_id')}
      group by n.index`;
    },
  );
  const users = new Map(rows.map((row) => [row.index, Number(row.users)]));
  return queries.map((_, index) => users.get(index) ?? 0);
}
