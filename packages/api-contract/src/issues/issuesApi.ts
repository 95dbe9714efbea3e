import type { Descriptions } from '../description.js';
import { exceptionFilters, LINKED_IDS, exceptionSchema } from '../exceptions/exceptionSchemas.js';
import { listQuery, rangeFields, environmentFields, zoneFields } from '../list/listQuery.js';
import { listResponse } from '../list/listResponse.js';
import { optionalFields } from '../schema/shapes.js';
import { integer } from '../schema/values.js';
import { eventFilters } from './distributionApi.js';
import { issueFilters, issueSort } from './issueQuery.js';
import { listedIssueSchema, issueDetailSchema } from './issueSchemas.js';
import { issueSummarySchema } from './issueSummarySchema.js';

const PARAMS = { issueId: 'The issue’s id.' };

const IDS = { issueId: 'issue' } as const;

const hours = { ...integer(1, 720), description: 'Hours of the series up to now, if `from` is not given.' };

/** Operations on issues. */
export const issuesApi = {
  list: {
    scope: 'project',
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
    mayBeStale: true,
    query: listQuery({ ...issueFilters, sort: issueSort }),
    response: listResponse(listedIssueSchema),
  },
  countByState: {
    scope: 'project',
    method: 'get',
    path: '/issues/summary',
    tag: 'Issues',
    summary: 'Count issues by state',
    description:
      'The issues, exceptions and users of a list with the same parameters: the `count` of all its issues adds up to `events`. ' +
      'Without `from`, the last 24 hours.',
    permission: 'project:read',
    mayBeStale: true,
    query: optionalFields({ ...rangeFields, ...environmentFields, ...issueFilters }),
    response: issueSummarySchema,
  },
  read: {
    scope: 'project',
    method: 'get',
    path: '/issues/{issueId}',
    tag: 'Issues',
    summary: 'Read an issue',
    description:
      'With `from`, `to`, `environment`, `release`, `tag`, `user` or `url`, its numbers and series are those of the matching exceptions, as in the list. ' +
      'A merged issue names the issue it was merged into; its other fields are those at the time of the merge.',
    permission: 'project:read',
    mayBeStale: true,
    params: PARAMS,
    ids: IDS,
    query: optionalFields({ ...eventFilters, ...zoneFields, hours }),
    response: issueDetailSchema,
  },
  listExceptions: {
    scope: 'project',
    method: 'get',
    path: '/issues/{issueId}/events',
    tag: 'Issues',
    summary: 'List an issue’s exceptions',
    description: 'In order of arrival, newest first: those that the issue counts, in whole hours.',
    permission: 'project:read',
    mayBeStale: true,
    params: PARAMS,
    query: listQuery(exceptionFilters),
    ids: { ...IDS, ...LINKED_IDS },
    response: listResponse(exceptionSchema),
  },
} as const satisfies Descriptions;
