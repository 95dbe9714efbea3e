import { summarizeIssues } from './sql/summarizeIssues.js';
import { wholeHours } from '@sluice/db';
import type { IssueFilter } from './sql/issueFilter.js';
import {
  boolean,
  count,
  described,
  named,
  nullable,
  object,
  readRange,
  time,
  type RouteContext,
} from '@sluice/management';
import type { FrameReader } from '../../frames/createFrameReader.js';
import { findMatchingIds } from './findIssues.js';
import { readIssueRequest, type IssuesQuery } from './issueQuery.js';

const DAY_MS = 86_400_000;

/** Schema of {@link readIssueSummary}. */
export const issueSummarySchema = named(
  'IssueSummary',
  object({
    open: described(count, 'Open issues, `new`, `regressed` and `assigned` among them.'),
    new: count,
    regressed: count,
    assigned: described(count, 'Assigned to the caller.'),
    resolved: count,
    ignored: count,
    events: described(count, 'Exceptions of the issues that `status` selects.'),
    users: described(count, 'Distinct project users of these exceptions.'),
    approximate: described(
      boolean,
      'Whether `users` is a lower bound, because only the newest 10,000 exceptions were read.',
    ),
    scannedTo: described(nullable(time), 'If there is too much to count: all numbers are of what arrived since then.'),
  }),
);

/** Returns the summary of a list of issues. @throws ApiError 400 */
export async function readIssueSummary(
  query: IssuesQuery,
  context: RouteContext,
  frames: FrameReader,
): Promise<unknown> {
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
