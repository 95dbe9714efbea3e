import { DAY_MS } from '@sluice/contract';
import { issuesApi } from '@sluice/api-contract';
import { wholeHours } from '@sluice/reading';
import { type Route, notFound, pageReply, readPage, serve } from '@sluice/management';
import type { FrameReader } from '../../frames/createFrameReader.js';
import { exceptionPage } from '../exceptions/exceptionPage.js';
import { filterOf } from '../exceptions/exceptionWire.js';
import { listExceptions } from '../exceptions/sql/listExceptions.js';
import { changeIssuesRoutes } from './changeIssuesRoutes.js';
import { commentsRoutes } from './commentsRoutes.js';
import { distributionRoutes } from './distributionRoutes.js';
import { filterValuesRoute } from './filterValuesRoute.js';
import { findIssues } from './findIssues.js';
import { readIssueRequest } from './issueQuery.js';
import { readIssueSummary } from './issueSummary.js';
import { EMPTY_DETAILS, issueToWire } from './issueWire.js';
import { readIssueDetail, readIssueDetails } from './readIssueDetail.js';
import { readIssue } from './sql/readIssue.js';
const EVENTS = 'events';

const list = (frames: FrameReader): Route =>
  serve(issuesApi.list, async ({ query }, context) => {
    const { sort } = query;
    const name = `issues:${sort}`;
    const asked = wholeHours(readPage(query, name, context));
    // Growth needs two halves of a range.
    const page = sort === 'trend' && asked.fromMs === 0 ? { ...asked, fromMs: context.clock() - DAY_MS } : asked;
    const { filter, selected, series, newSinceMs } = readIssueRequest(query, page, context);
    const found = await findIssues(context, page, { ...filter, ...selected, sort, series }, frames);
    const facts = await readIssueDetails(context, found.rows, { frames, series, newSinceMs, ...query });
    const rows = found.rows.map((issue, index) => ({ issue, facts: facts[index] ?? EMPTY_DETAILS }));
    return pageReply({ ...found, rows }, name, context, (row) => issueToWire(row.issue, row.facts));
  });

const summarize = (frames: FrameReader): Route =>
  serve(issuesApi.countByState, async ({ query }, context) => ({
    body: await readIssueSummary(query, context, frames),
  }));

const read = (frames: FrameReader): Route =>
  serve(issuesApi.read, async ({ params, query }, context) => ({
    body: await readIssueDetail(context, params.issueId, { frames, query }),
  }));

const events = (frames: FrameReader): Route =>
  serve(issuesApi.listExceptions, async ({ params, query }, context) => {
    const page = wholeHours(readPage(query, EVENTS, context));
    const issue = params.issueId;
    if ((await readIssue(context.db, context.project.id, issue)) === undefined) throw notFound('issue');
    const found = await listExceptions(context.db, context.project.id, page, { ...filterOf(query), issue });
    return exceptionPage(found, EVENTS, context, frames);
  });

/** Operations on issues. */
export const issuesRoutes = (frames: FrameReader): readonly Route[] => [
  list(frames),
  summarize(frames),
  filterValuesRoute,
  read(frames),
  events(frames),
  ...changeIssuesRoutes(frames),
  ...distributionRoutes,
  ...commentsRoutes,
];
