import { listExceptions, readException } from '@sluice/db';
import { type Route, defineRoute, listAnswer, listQuery, notFound, pageReply, readPage } from '@sluice/management';
import {
  exceptionDetailSchema,
  exceptionDetailToWire,
  exceptionFilters,
  exceptionSchema,
  exceptionToWire,
  filterOf,
  type ExceptionQuery,
} from './exceptionWire.js';

const LIST = 'exceptions';

const list = defineRoute<ExceptionQuery, unknown, unknown>({
  method: 'get',
  path: '/exceptions',
  tag: 'Exceptions',
  summary: 'List exceptions',
  description:
    'In order of arrival, newest first. Those of a trace or a replay are found by an index; any other filter looks at up to 20,000 a page.',
  scope: 'project:read',
  query: listQuery(exceptionFilters),
  answer: listAnswer(exceptionSchema),
  handle: async ({ query }, context) => {
    const page = readPage(query, LIST, context);
    const found = await listExceptions(context.db, context.project.id, page, filterOf(query));
    return pageReply(found, LIST, context, exceptionToWire);
  },
});

const read = defineRoute<unknown, unknown, unknown>({
  method: 'get',
  path: '/exceptions/{id}',
  tag: 'Exceptions',
  summary: 'Read an exception',
  scope: 'project:read',
  params: { id: 'The event id.' },
  answer: exceptionDetailSchema,
  handle: async ({ params }, { db, project }) => {
    const exception = await readException(db, project.id, params['id'] ?? '');
    if (exception === undefined) throw notFound('exception');
    return { body: exceptionDetailToWire(exception) };
  },
});

/** Operations on exceptions. */
export const exceptionsRoutes: readonly Route[] = [list, read];
