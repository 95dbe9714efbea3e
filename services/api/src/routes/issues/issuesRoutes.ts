import { levelNamed } from '@sluice/contract';
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
import { ISSUE_STATUSES, issueDetailSchema, listedIssueSchema, listedIssueToWire, NO_FACTS } from './issueWire.js';
import { DEFAULT_HOURS, readIssueDetail, readIssueFacts } from './readIssueDetail.js';

const PARAMS = { issueId: 'The issue’s id.' };
const IDS = { issueId: 'issue' } as const;
const MOST_HOURS = 720;
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
      'The greatest by `sort` first. With `from`, `to`, `environment` or `release`: issues with such exceptions, and `count`, `users`, `firstSeen`, ' +
      '`lastSeen`, `firstRelease` and `lastRelease` are of these only; the range is one of arrival. Exact, the order too, if at most 20,000 exceptions arrived ' +
      'in the range. Otherwise issues are in the order of all time, and those with many exceptions are counted to the hour: `approximate`. Up to 10,000 issues ' +
      'are looked at a page; with `query`, in a project with source maps, 1,000.',
    scope: 'project:read',
    query: listQuery({
      status: { ...oneOf(...ISSUE_STATUSES, 'all'), default: 'all' },
      level: exceptionLevel,
      query: described(
        text(200),
        'Part of the title, or of the culprit as it is shown or as it was sent; upper and lower case alike.',
      ),
      sort: { ...oneOf('lastSeen', 'firstSeen', 'count', 'users'), default: 'lastSeen' },
    }),
    response: listResponse(listedIssueSchema),
    handle: async ({ query }, context) => {
      const { status, level = '', query: search, sort, environment, release } = query;
      const name = `issues:${sort}`;
      const filter = {
        sort,
        status: status === 'all' ? undefined : status,
        level: levelNamed(level),
        query: search,
        environment,
        release,
      };
      const page = await findIssues(context, readPage(query, name, context), filter, frames);
      const facts = await readIssueFacts(context, page.rows, { frames, hours: DEFAULT_HOURS, environment });
      const rows = page.rows.map((issue, index) => ({ issue, facts: facts[index] ?? NO_FACTS }));
      return pageReply({ ...page, rows }, name, context, (row) => listedIssueToWire(row.issue, row.facts));
    },
  });

const read = (frames: FrameReader): Route =>
  defineRoute<{ readonly hours: number }, unknown, unknown>({
    method: 'get',
    path: '/issues/{issueId}',
    tag: 'Issues',
    summary: 'Read an issue',
    description: 'One that was merged says into which; everything else of it is as it was then.',
    scope: 'project:read',
    params: PARAMS,
    ids: IDS,
    query: optionalFields({
      hours: { ...integer(1, MOST_HOURS), default: DEFAULT_HOURS, description: 'Hours of the chart.' },
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
    scope: 'project:read',
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
