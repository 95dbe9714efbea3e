import { listExceptions } from '../exceptions/sql/listExceptions.js';
import { readIssue } from './sql/readIssue.js';
import { wholeHours } from '@sluice/db';
import {
  type Route,
  defineRoute,
  environmentFields,
  listResponse,
  listQuery,
  notFound,
  optionalFields,
  pageReply,
  rangeFields,
  readPage,
  integer,
  zoneFields,
} from '@sluice/management';
import type { FrameReader } from '../../frames/createFrameReader.js';
import { exceptionPage } from '../exceptions/exceptionPage.js';
import {
  exceptionFilters,
  exceptionSchema,
  filterOf,
  LINKED_IDS,
  type ExceptionQuery,
} from '../exceptions/exceptionWire.js';
import { changeIssuesRoutes } from './changeIssuesRoutes.js';
import { commentsRoutes } from './commentsRoutes.js';
import { distributionRoutes, eventFilters } from './distributionRoutes.js';
import { findIssues } from './findIssues.js';
import { filterValuesRoute } from './filterValuesRoute.js';
import { issueFilters, issueSort, readIssueRequest, type IssuesQuery, type ListedIssuesQuery } from './issueQuery.js';
import { issueSummarySchema, readIssueSummary } from './issueSummary.js';
import { EMPTY_DETAILS, issueDetailSchema, issueToWire, listedIssueSchema } from './issueWire.js';
import { readIssueDetail, readIssueDetails, type IssueReadQuery } from './readIssueDetail.js';

const PARAMS = { issueId: 'The issue’s id.' };
const IDS = { issueId: 'issue' } as const;
const hours = { ...integer(1, 720), description: 'Hours of the series up to now, if `from` is not given.' };
const EVENTS = 'events';
const DAY_MS = 86_400_000;

const list = (frames: FrameReader): Route =>
  defineRoute<ListedIssuesQuery, unknown, unknown>({
    method: 'get',
    path: '/issues',
    tag: 'Issues',
    summary: 'List issues',
    description:
      'Sorted by `sort`, descending. With `from`, `to`, `environment`, `release`, `tag`, `user` or `url`: issues with matching exceptions, and `count`, `users`, ' +
      '`firstSeen`, `lastSeen`, `firstRelease` and `lastRelease` count only these; the range is by arrival, widened to whole hours. Numbers and order are exact if at most 20,000 exceptions arrived ' +
      'in the range. If there are more, the sorts `count` and `trend` compare sums by hour, other sorts are those of all time, and issues with many exceptions ' +
      'are `approximate`: `users` counts those of the newest 10,000; with `tag`, `user` or `url`, only the newest 20,000 exceptions are read, and `scannedTo` says back to when. ' +
      'A page scans up to 10,000 issues, or 1,000 with `query` in a project with source maps.',
    permission: 'project:read',
    query: listQuery({ ...issueFilters, sort: issueSort }),
    response: listResponse(listedIssueSchema),
    handle: async ({ query }, context) => {
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
    },
  });

const summarize = (frames: FrameReader): Route =>
  defineRoute<IssuesQuery, unknown, unknown>({
    method: 'get',
    path: '/issues/summary',
    tag: 'Issues',
    summary: 'Count issues by state',
    description:
      'The issues, exceptions and users of a list with the same parameters: the `count` of all its issues adds up to `events`. ' +
      'Without `from`, the last 24 hours.',
    permission: 'project:read',
    query: optionalFields({ ...rangeFields, ...environmentFields, ...issueFilters }),
    response: issueSummarySchema,
    handle: async ({ query }, context) => ({ body: await readIssueSummary(query, context, frames) }),
  });

const read = (frames: FrameReader): Route =>
  defineRoute<IssueReadQuery, unknown, unknown>({
    method: 'get',
    path: '/issues/{issueId}',
    tag: 'Issues',
    summary: 'Read an issue',
    description:
      'With `from`, `to`, `environment`, `release`, `tag`, `user` or `url`, its numbers and series are those of the matching exceptions, as in the list. ' +
      'A merged issue names the issue it was merged into; its other fields are those at the time of the merge.',
    permission: 'project:read',
    params: PARAMS,
    ids: IDS,
    query: optionalFields({ ...eventFilters, ...zoneFields, hours }),
    response: issueDetailSchema,
    handle: async ({ params, query }, context) => ({
      body: await readIssueDetail(context, params['issueId'] ?? '', { frames, query }),
    }),
  });

const events = (frames: FrameReader): Route =>
  defineRoute<ExceptionQuery, unknown, unknown>({
    method: 'get',
    path: '/issues/{issueId}/events',
    tag: 'Issues',
    summary: 'List an issue’s exceptions',
    description: 'In order of arrival, newest first: those that the issue counts, in whole hours.',
    permission: 'project:read',
    params: PARAMS,
    query: listQuery(exceptionFilters),
    ids: { ...IDS, ...LINKED_IDS },
    response: listResponse(exceptionSchema),
    handle: async ({ params, query }, context) => {
      const page = wholeHours(readPage(query, EVENTS, context));
      const issue = params['issueId'] ?? '';
      if ((await readIssue(context.db, context.project.id, issue)) === undefined) throw notFound('issue');
      const found = await listExceptions(context.db, context.project.id, page, { ...filterOf(query), issue });
      return exceptionPage(found, EVENTS, context, frames);
    },
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
