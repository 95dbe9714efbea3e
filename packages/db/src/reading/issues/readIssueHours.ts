import { hourOf, startOfHour } from '@sluice/contract';
import { sql } from 'kysely';
import type { Queryable } from '../../connection/createDatabase.js';

/** Which hours: `hours` of them from `fromHour` (hours since 1970) on. */
export interface HourRange {
  readonly fromHour: number;
  readonly hours: number;
  /** Of this environment only. */
  readonly environment?: string | undefined;
}

/** Returns the exceptions of each issue by hour of arrival, in the order of `issueIds`, one count for each hour. */
export async function readIssueHours(
  db: Queryable,
  projectId: string,
  issueIds: readonly string[],
  { fromHour, hours, environment }: HourRange,
): Promise<readonly (readonly number[])[]> {
  if (issueIds.length === 0) return [];
  const from = new Date(startOfHour(fromHour)).toISOString();
  const until = new Date(startOfHour(fromHour + hours)).toISOString();
  const { rows } = await sql<{ issue_id: string; hour: Date; count: string }>`
    select h.issue_id, c.hour, sum(c.count) as count
    from issue_hashes h join issue_hours c on c.project_id = h.project_id and c.hash = h.hash
    where h.project_id = ${projectId} and h.issue_id = any(${issueIds}::uuid[]) and h.count > 0
      and c.hour >= ${from}::timestamptz and c.hour < ${until}::timestamptz
      ${environment === undefined ? sql`` : sql`and c.environment = ${environment}`}
    group by h.issue_id, c.hour`.execute(db.kysely);
  const counts = new Map(issueIds.map((id) => [id, Array.from({ length: hours }, () => 0)]));
  for (const row of rows) {
    const own = counts.get(row.issue_id);
    if (own !== undefined) own[hourOf(row.hour.getTime()) - fromHour] = Number(row.count);
  }
  return issueIds.map((id) => counts.get(id) ?? []);
}
