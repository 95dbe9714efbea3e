import { parseLevel } from '@sluice/contract';
import { listExceptions, readIssue, type IssueFilter, type IssueSort } from '@sluice/db';
import {
  type ListQuery,
  type Route,
  defineRoute,
  described,
  exceptionLevel,
  listResponse,
  listQuery,
  notFound,
  oneOf,
  optionalFields,
  pageReply,
  readPage,
  text,
  integer,
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
import { changeIssues } from './changeIssues.js';
import { findIssues } from './findIssues.js';
import { ISSUE_STATUSES, issueDetailSchema, listedIssueSchema, listedIssueToWire, EMPTY_DETAILS } from './issueWire.js';
import { DEFAULT_HOURS, readIssueDetail, readIssueDetails } from './readIssueDetail.js';

const PARAMS = { issueId: 'The issue’s id.' };
const IDS = { issueId: 'issue' } as const;
const MAX_HOURS = 720;
const EVENTS = 'events';

interface IssuesQuery extends ListQuery, Pick<IssueFilter, 'level' | 'query'> {
  readonly status: string;
  readonly sort: IssueSort;
}

const list = (frames: FrameReader): Route =>
  defineRoute<IssuesQuery, unknown, unknown>({
    method: 'get',
    path: '/issues',
    tag: 'Issues',
    summary: 'List issues',
    description:
      'Sorted by `sort`, descending. With `from`, `to`, `environment` or `release`: issues with matching exceptions, and `count`, `users`, `firstSeen`, ' +
      '`lastSeen`, `firstRelease` and `lastRelease` count only these; the range is by arrival. Numbers and order are exact if at most 20,000 exceptions arrived ' +
      'in the range. Otherwise the order is that of all time, and issues with many exceptions are counted by whole hours (`approximate`). A page scans up to 10,000 issues, ' +
      'or 1,000 with `query` in a project with source maps.',
    permission: 'project:read',
    query: listQuery({
      status: { ...oneOf(...ISSUE_STATUSES, 'all'), default: 'all' },
      level: exceptionLevel,
      query: described(text(200), 'Part of the title or of the culprit, resolved or as sent; ignoring case.'),
      sort: { ...oneOf('lastSeen', 'firstSeen', 'count', 'users'), default: 'lastSeen' },
    }),
    response: listResponse(listedIssueSchema),
    handle: async ({ query }, context) => {
      const { status, level = '', query: search, sort, environment, release } = query;
      const name = `issues:${sort}`;
      const filter = {
        sort,
        status: status === 'all' ? undefined : status,
        level: parseLevel(level),
        query: search,
        environment,
        release,
      };
      const page = await findIssues(context, readPage(query, name, context), filter, frames);
      const facts = await readIssueDetails(context, page.rows, { frames, hours: DEFAULT_HOURS, environment });
      const rows = page.rows.map((issue, index) => ({ issue, facts: facts[index] ?? EMPTY_DETAILS }));
      return pageReply({ ...page, rows }, name, context, (row) => listedIssueToWire(row.issue, row.facts));
    },
  });

const read = (frames: FrameReader): Route =>
  defineRoute<{ readonly hours: number }, unknown, unknown>({
    method: 'get',
    path: '/issues/{issueId}',
    tag: 'Issues',
    summary: 'Read an issue',
    description:
      'A merged issue names the issue it was merged into; its other fields are those at the time of the merge.',
    permission: 'project:read',
    params: PARAMS,
    ids: IDS,
    query: optionalFields({
      hours: { ...integer(1, MAX_HOURS), default: DEFAULT_HOURS, description: 'Hours of the chart, up to now.' },
    }),
    response: issueDetailSchema,
    handle: async ({ params, query: { hours } }, context) => ({
      body: await readIssueDetail(context, params['issueId'] ?? '', { frames, hours }),
    }),
  });

const events = (frames: FrameReader): Route =>
  defineRoute<ExceptionQuery, unknown, unknown>({
    method: 'get',
    path: '/issues/{issueId}/events',
    tag: 'Issues',
    summary: 'List an issue’s exceptions',
    description: 'In order of arrival, newest first.',
    permission: 'project:read',
    params: PARAMS,
    query: listQuery(exceptionFilters),
    ids: { ...IDS, ...LINKED_IDS },
    response: listResponse(exceptionSchema),
    handle: async ({ params, query }, context) => {
      const page = readPage(query, EVENTS, context);
      const issue = params['issueId'] ?? '';
      if ((await readIssue(context.db, context.project.id, issue)) === undefined) throw notFound('issue');
      const found = await listExceptions(context.db, context.project.id, page, { ...filterOf(query), issue });
      return exceptionPage(found, EVENTS, context, frames);
    },
  });

/** Operations on issues. */
export const issuesRoutes = (frames: FrameReader): readonly Route[] => [
  list(frames),
  read(frames),
  events(frames),
  ...changeIssues(frames),
];
