import { sql } from 'kysely';
import { type Placed, runByShard, unnest } from '@sluice/db';

/** Events of an issue in an environment and hour. */
export interface IssueHour {
  readonly projectId: string;
  readonly issueId: string;
  /** Empty: none. */
  readonly environment: string;
  readonly hourMs: number;
  readonly count: number;
}

/** A project whose issues are read. */
export interface IssueHoursQuery {
  readonly projectId: string;
  /** Issues with fewer events in the hour are left out. */
  readonly floor: number;
}

interface IssueHourRow {
  readonly project_id: string;
  readonly issue_id: string;
  readonly level: string;
  readonly environment: string;
  readonly hour: Date;
  readonly count: string;
}

const toHour = (row: Omit<IssueHourRow, 'level'>): IssueHour => ({
  projectId: row.project_id,
  issueId: row.issue_id,
  environment: row.environment,
  hourMs: row.hour.getTime(),
  count: Number(row.count),
});

/** Returns what open issues with at least as many events in an hour had in it: one statement for all projects. */
export async function readBusyIssues(
  db: Placed,
  hourMs: number,
  queries: readonly IssueHoursQuery[],
): Promise<readonly (IssueHour & { readonly level: string })[]> {
  const rows = await runByShard(
    db,
    queries,
    ({ projectId }) => projectId,
    ({ items, within }) => sql<IssueHourRow>`
      select project_id, issue_id, level, environment, hour, count from (
        select c.project_id, i.id as issue_id, i.level, c.environment, c.hour, sum(c.count) as count, n.floor,
          sum(sum(c.count)) over (partition by c.project_id, i.id) as total
        from ${unnest('n', {
          project_id: ['int8', items.map(({ projectId }) => projectId)],
          floor: ['float8', items.map(({ floor }) => floor)],
        })}
        join issue_hours c on c.project_id = n.project_id
        join issue_hashes h on h.project_id = c.project_id and h.hash = c.hash
        join issues i on i.project_id = h.project_id and i.id = h.issue_id
        where c.hour = ${new Date(hourMs).toISOString()}::timestamptz and i.status = 'open' and i.merged_into is null
          and ${within('c.project_id')} and ${within('h.project_id')} and ${within('i.project_id')}
        group by c.project_id, i.id, i.level, c.environment, c.hour, n.floor) t
      where total >= floor`,
  );
  return rows.map((row) => ({ ...toHour(row), level: row.level }));
}

/** Returns what these issues had in the given hours: one statement for all. */
export async function readHoursOf(
  db: Placed,
  issues: readonly Pick<IssueHour, 'projectId' | 'issueId'>[],
  hoursMs: readonly number[],
): Promise<readonly IssueHour[]> {
  const rows = await runByShard(
    db,
    issues,
    ({ projectId }) => projectId,
    ({ items, within }) => sql<Omit<IssueHourRow, 'level'>>`
      select h.project_id, h.issue_id, c.environment, c.hour, sum(c.count) as count
      from ${unnest('n', {
        project_id: ['int8', items.map(({ projectId }) => projectId)],
        issue_id: ['uuid', items.map(({ issueId }) => issueId)],
      })}
      join issue_hashes h on h.project_id = n.project_id and h.issue_id = n.issue_id
      join issue_hours c on c.project_id = h.project_id and c.hash = h.hash
      where c.hour = any(${hoursMs.map((ms) => new Date(ms).toISOString())}::timestamptz[])
        and ${within('h.project_id')} and ${within('c.project_id')}
      group by h.project_id, h.issue_id, c.environment, c.hour`,
  );
  return rows.map(toHour);
}
