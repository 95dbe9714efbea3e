import { hourOf } from '@sluice/contract';
import { readIssue, readIssueHours, type StoredIssue } from '@sluice/db';
import { type RouteContext, notFound } from '@sluice/management';
import type { FrameReader } from '../../frames/createFrameReader.js';
import { issueDetailToWire, EMPTY_DETAILS, type IssueDetails } from './issueWire.js';

/** Default hours of a chart. */
export const DEFAULT_HOURS = 24;

/** Read options of issue details. */
export interface IssueReadOptions {
  readonly frames: FrameReader;
  /** Number of hours, including the current one. */
  readonly hours: number;
  /** Counts only exceptions of this environment. */
  readonly environment?: string | undefined;
}

/** Reads hourly counts and culprits of these issues, in the same order. */
export async function readIssueDetails(
  context: RouteContext,
  issues: readonly StoredIssue[],
  { frames, hours, environment }: IssueReadOptions,
): Promise<readonly IssueDetails[]> {
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

/** Returns an issue as `IssueDetail`. @throws ApiError 404 if the project has no such issue */
export async function readIssueDetail(
  context: RouteContext,
  id: string,
  reading: Omit<IssueReadOptions, 'hours'> & { readonly hours?: number },
): Promise<unknown> {
  const issue = await readIssue(context.db, context.project.id, id);
  if (issue === undefined) throw notFound('issue');
  const [facts = EMPTY_DETAILS] = await readIssueDetails(context, [issue], { hours: DEFAULT_HOURS, ...reading });
  return issueDetailToWire(issue, facts);
}
