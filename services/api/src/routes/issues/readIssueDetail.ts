import { hourOf } from '@sluice/contract';
import { readIssue, readIssueHours, type StoredIssue } from '@sluice/db';
import { type RouteContext, notFound } from '@sluice/management';
import type { FrameReader } from '../../frames/createFrameReader.js';
import { issueDetailToWire, NO_FACTS, type IssueFacts } from './issueWire.js';

/** Hours of a chart where nothing else is asked for. */
export const DEFAULT_HOURS = 24;

/** Which hours, and how culprits are read. */
export interface IssueReading {
  readonly frames: FrameReader;
  /** The last ones, that under way included. */
  readonly hours: number;
  /** Hours of this environment only. */
  readonly environment?: string | undefined;
}

/** What of these issues is not stored with them, in their order. */
export async function readIssueFacts(
  context: RouteContext,
  issues: readonly StoredIssue[],
  { frames, hours, environment }: IssueReading,
): Promise<readonly IssueFacts[]> {
  const { db, project, clock } = context;
  const fromHour = hourOf(clock()) - hours + 1;
  const [counts, culprits] = await Promise.all([
    readIssueHours(
      db,
      project.id,
      issues.map(({ id }) => id),
      { fromHour, hours, environment },
    ),
    frames.readCulprits(
      db,
      project.id,
      issues.map(({ latestEventId }) => latestEventId),
    ),
  ]);
  return issues.map(({ latestEventId }, index) => ({
    hourly: { fromHour, counts: counts[index] ?? [] },
    culprit: culprits.get(latestEventId),
  }));
}

/** An issue as `IssueDetail` has it; a 404 where the project has none of this id. */
export async function readIssueDetail(
  context: RouteContext,
  id: string,
  reading: Omit<IssueReading, 'hours'> & { readonly hours?: number },
): Promise<unknown> {
  const issue = await readIssue(context.db, context.project.id, id);
  if (issue === undefined) throw notFound('issue');
  const [facts = NO_FACTS] = await readIssueFacts(context, [issue], { hours: DEFAULT_HOURS, ...reading });
  return issueDetailToWire(issue, facts);
}
