import { DAY_MS } from '@sluice/contract';
import type { TypeOf, issueSummarySchema } from '@sluice/api-contract';
import { wholeHours } from '@sluice/reading';
import { type RouteContext, readRange } from '@sluice/management';
import type { FrameReader } from '../../frames/createFrameReader.js';
import { findMatchingIds } from './findIssues.js';
import { type IssuesQuery, readIssueRequest } from './issueQuery.js';
import type { IssueFilter } from './sql/issueFilter.js';
import { summarizeIssues } from './sql/summarizeIssues.js';

/** Returns the summary of a list of issues. @throws ApiError 400 */
export async function readIssueSummary(
  query: IssuesQuery,
  context: RouteContext,
  frames: FrameReader,
): Promise<TypeOf<typeof issueSummarySchema>> {
  const { db, project, clock } = context;
  const range = wholeHours(readRange(query, { fromMs: clock() - DAY_MS }));
  const page = { ...range, limit: 1, after: undefined };
  const { filter, selected, newSinceMs, userId } = readIssueRequest(query, range, context);
  const found = await findMatchingIds(context, page, filter, frames);
  const shown: IssueFilter = found === undefined ? filter : { ...filter, query: undefined, ids: found };
  const { fresh, scannedToMs, ...summary } = await summarizeIssues(db, project.id, page, {
    filter: shown,
    newSinceMs,
    userId,
    selected,
  });
  return {
    ...summary,
    new: fresh,
    scannedTo: scannedToMs === undefined ? null : new Date(scannedToMs).toISOString(),
  };
}
