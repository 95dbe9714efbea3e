import type { Descriptions } from '../description.js';
import { listQuery } from '../list/listQuery.js';
import { listResponse } from '../list/listResponse.js';
import { exceptionFilters, LINKED_IDS, exceptionSchema, exceptionDetailSchema } from './exceptionSchemas.js';

/** Operations on exceptions. */
export const exceptionsApi = {
  list: {
    scope: 'project',
    method: 'get',
    path: '/exceptions',
    tag: 'Exceptions',
    summary: 'List exceptions',
    description:
      'In order of arrival, newest first. Filters by trace, replay and event id use an index; any other filter scans up to 20,000 exceptions per page.',
    permission: 'project:read',
    mayBeStale: true,
    query: listQuery(exceptionFilters),
    ids: LINKED_IDS,
    response: listResponse(exceptionSchema),
  },
  read: {
    scope: 'project',
    method: 'get',
    path: '/exceptions/{id}',
    tag: 'Exceptions',
    summary: 'Read an exception',
    description:
      'Its frames and those of its causes are resolved with the source maps stored now, whenever they were uploaded.',
    permission: 'project:read',
    mayBeStale: true,
    params: { id: 'The id of the exception, or its context `event.id`.' },
    ids: { id: 'exception' },
    response: exceptionDetailSchema,
  },
} as const satisfies Descriptions;
