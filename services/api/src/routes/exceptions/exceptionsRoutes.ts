import { listExceptions } from './sql/listExceptions.js';
import { readException } from './sql/readException.js';
import { readUserNames } from '../users/sql/readUserNames.js';
import { type Route, defineRoute, listResponse, listQuery, notFound, readPage } from '@sluice/management';
import type { FrameReader } from '../../frames/createFrameReader.js';
import { exceptionPage } from './exceptionPage.js';
import {
  exceptionDetailSchema,
  exceptionDetailToWire,
  exceptionFilters,
  exceptionSchema,
  filterOf,
  LINKED_IDS,
  stacksOf,
  type ExceptionQuery,
} from './exceptionWire.js';

const LIST = 'exceptions';

const list = (frames: FrameReader): Route =>
  defineRoute<ExceptionQuery, unknown, unknown>({
    method: 'get',
    path: '/exceptions',
    tag: 'Exceptions',
    summary: 'List exceptions',
    description:
      'In order of arrival, newest first. Filters by trace and replay use an index; any other filter scans up to 20,000 exceptions per page.',
    permission: 'project:read',
    query: listQuery(exceptionFilters),
    ids: LINKED_IDS,
    response: listResponse(exceptionSchema),
    handle: async ({ query }, context) => {
      const page = readPage(query, LIST, context);
      const found = await listExceptions(context.db, context.project.id, page, filterOf(query));
      return exceptionPage(found, LIST, context, frames);
    },
  });

const read = (frames: FrameReader): Route =>
  defineRoute<unknown, unknown, unknown>({
    method: 'get',
    path: '/exceptions/{id}',
    tag: 'Exceptions',
    summary: 'Read an exception',
    description:
      'Its frames and those of its causes are resolved with the source maps stored now, whenever they were uploaded.',
    permission: 'project:read',
    params: { id: 'The event id.' },
    ids: { id: 'exception' },
    response: exceptionDetailSchema,
    handle: async ({ params }, { db, project }) => {
      const exception = await readException(db, project.id, params['id'] ?? '');
      if (exception === undefined) throw notFound('exception');
      const stacks = stacksOf(exception);
      const all = [stacks.frames, ...stacks.causes.map((cause) => cause.frames)];
      const [resolved, names] = await Promise.all([
        frames.resolveStacks({ projectId: project.id, release: exception.release }, all),
        readUserNames(db, project.id, [exception.userKey]),
      ]);
      return { body: exceptionDetailToWire(exception, stacks, resolved, names) };
    },
  });

/** Operations on exceptions. */
export const exceptionsRoutes = (frames: FrameReader): readonly Route[] => [list(frames), read(frames)];
