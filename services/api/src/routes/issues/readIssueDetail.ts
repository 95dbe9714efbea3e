import { HOUR_MS } from '@sluice/contract';
import type { TypeOf, issueDetailSchema } from '@sluice/api-contract';
import { barsOf, wholeHours } from '@sluice/reading';
import { type RouteContext, notFound, readRange } from '@sluice/management';
import type { FrameReader } from '../../frames/createFrameReader.js';
import { type IssuesQuery, readIssueRequest } from './issueQuery.js';
import { EMPTY_DETAILS, type IssueDetails, issueDetailToWire } from './issueWire.js';
import { countIssue } from './sql/countIssue.js';
import type { SeriesRange } from './sql/issueSeries.js';
import { readIssue } from './sql/readIssue.js';
import { readIssueSeries } from './sql/readIssueSeries.js';
import type { ListedIssue } from './sql/storedIssue.js';

/** Read options of issue details. */
export interface IssueReadOptions {
  readonly frames: FrameReader;
  readonly series: SeriesRange;
  /** Issues first seen since then are new. */
  readonly newSinceMs: number;
  /** Counts only exceptions of this environment. */
  readonly environment?: string;
}

/** Query of a read of one issue. */
export interface IssueReadQuery extends Omit<IssuesQuery, 'status'> {
  /** Hours of the series, if `from` is not given. */
  readonly hours?: number;
}

/** Reads series and culprits of these issues, in the same order. Series that the list did not count are read from sums by hour. */
export async function readIssueDetails(
  { db, project }: RouteContext,
  issues: readonly ListedIssue[],
  { frames, series, newSinceMs, environment }: IssueReadOptions,
): Promise<readonly IssueDetails[]> {
  const uncounted = issues.filter((issue) => issue.series === undefined).map(({ id }) => id);
  const [counts, culprits] = await Promise.all([
    readIssueSeries(db, project.id, uncounted, { ...series, environment }),
    frames.readCulprits(
      db,
      project.id,
      issues.map(({ latestEventId }) => latestEventId),
    ),
  ]);
  return issues.map((issue) => ({
    series,
    newSinceMs,
    counts: issue.series ?? counts.get(issue.id) ?? series.bounds.map(() => 0),
    culprit: culprits.get(issue.latestEventId),
  }));
}

/** Returns an issue as `IssueDetail`. @throws ApiError 404 if the project has no such issue */
export async function readIssueDetail(
  context: RouteContext,
  id: string,
  { frames, query = {} }: { readonly frames: FrameReader; readonly query?: IssueReadQuery },
): Promise<TypeOf<typeof issueDetailSchema>> {
  const { db, project, clock } = context;
  const issue = await readIssue(db, project.id, id);
  if (issue === undefined) throw notFound('issue');
  const range = readRange(query);
  const { filter, series, newSinceMs } = readIssueRequest({ ...query, status: 'all' }, range, context);
  const shown = await countIssue(db, project.id, issue, {
    page: { ...wholeHours(range), limit: 1, after: undefined },
    filter,
    series,
  });
  const charted = query.from === undefined && query.hours !== undefined ? hoursUpTo(clock(), query.hours) : series;
  const own = charted === series ? shown : { ...shown, series: undefined };
  const options = { frames, series: charted, newSinceMs, ...query };
  const [facts = EMPTY_DETAILS] = await readIssueDetails(context, [own], options);
  return issueDetailToWire(issue, shown, facts);
}

function hoursUpTo(nowMs: number, count: number): SeriesRange {
  const toMs = (Math.floor(nowMs / HOUR_MS) + 1) * HOUR_MS;
  return barsOf({ fromMs: toMs - count * HOUR_MS, toMs }, HOUR_MS);
}
