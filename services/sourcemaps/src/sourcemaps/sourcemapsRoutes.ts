import { LIMITS } from '@sluice/contract';
import { deleteSourceMap, deleteSourceMaps, listSourceMaps } from '@sluice/db';
import {
  defineRoute,
  described,
  listAnswer,
  listQuery,
  notFound,
  object,
  optionalFields,
  pageReply,
  readPage,
  text,
  type ListQuery,
  type Route,
} from '@sluice/management';
import { sourceMapSchema, sourceMapToWire } from './sourcemapWire.js';

const TAG = 'Source maps';
const LIST = 'sourcemaps';

interface MapsQuery extends ListQuery {
  readonly filename?: string;
}

const { limit, cursor } = listQuery().properties;
const release = described(text(LIMITS.maxRelease), 'Of this release only.');

const list = defineRoute<MapsQuery, unknown, unknown>({
  method: 'get',
  path: '/sourcemaps',
  tag: TAG,
  summary: 'List source maps',
  description: 'Latest upload first. With digests: what has the same one need not be uploaded.',
  scope: ['project:releases', 'project:read'],
  query: optionalFields({
    ...(limit === undefined || cursor === undefined ? {} : { limit, cursor }),
    release,
    filename: described(text(LIMITS.maxFilename), 'Whose filename contains this, character for character.'),
  }),
  answer: listAnswer(sourceMapSchema),
  handle: async ({ query }, context) => {
    const page = readPage(query, LIST, context);
    const filter = {
      ...(query.release === undefined ? {} : { release: query.release }),
      ...(query.filename === undefined ? {} : { filename: query.filename }),
    };
    return pageReply(
      await listSourceMaps(context.db, context.project.id, page, filter),
      LIST,
      context,
      sourceMapToWire,
    );
  },
});

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const deleteOne = defineRoute({
  method: 'delete',
  path: '/sourcemaps/{id}',
  tag: TAG,
  summary: 'Delete a source map',
  description: 'Frames stop resolving within a second, until it is uploaded again; exceptions stay as they are.',
  scope: 'project:releases',
  params: { id: 'The id of the map.' },
  handle: async ({ params }, { db, project }) => {
    const { id = '' } = params;
    if (!UUID.test(id) || !(await deleteSourceMap(db, project.id, id))) throw notFound('source map');
    return { status: 204, body: undefined };
  },
});

const deleteAll = defineRoute<{ readonly release: string }, unknown, unknown>({
  method: 'delete',
  path: '/sourcemaps',
  tag: TAG,
  summary: 'Delete all source maps of a release',
  description: 'Also where there are none.',
  scope: 'project:releases',
  query: object({ release: described(text(LIMITS.maxRelease), 'Whose maps go.') }),
  handle: async ({ query }, { db, project }) => {
    await deleteSourceMaps(db, project.id, query.release);
    return { status: 204, body: undefined };
  },
});

/** Operations on stored maps: reading … */
export const listRoutes: readonly Route[] = [list];
/** … and deleting. */
export const deleteRoutes: readonly Route[] = [deleteAll, deleteOne];
