import { hourOf } from '@sluice/contract';
import { readIssue, readIssueHours, type StoredIssue } from '@sluice/db';
import { type RouteContext, notFound } from '@sluice/management';
import { issueDetailToWire, type Hourly } from './issueWire.js';

/** Hours of a chart where nothing else is asked for. */
export const DEFAULT_HOURS = 24;

/** The last hours of each issue, the one under way included. @param environment of this one only */
export async function hourlyOf(
  { db, project, clock }: RouteContext,
  issues: readonly StoredIssue[],
  hours: number,
  environment?: string,
): Promise<readonly Hourly[]> {
  const fromHour = hourOf(clock()) - hours + 1;
  const ids = issues.map(({ id }) => id);
  const counts = await readIssueHours(db, project.id, ids, { fromHour, hours, environment });
  return counts.map((own) => ({ fromHour, counts: own }));
}

/** An issue as `IssueDetail` has it; a 404 where the project has none of this id. */
export async function readIssueDetail(context: RouteContext, id: string, hours = DEFAULT_HOURS): Promise<unknown> {
  const issue = await readIssue(context.db, context.project.id, id);
  if (issue === undefined) throw notFound('issue');
  const [hourly = { fromHour: 0, counts: [] }] = await hourlyOf(context, [issue], hours);
  return issueDetailToWire(issue, hourly);
}
