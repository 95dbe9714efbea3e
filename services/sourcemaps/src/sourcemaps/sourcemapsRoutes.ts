import { sourcemapsApi } from '@sluice/api-contract';
import { type Route, type RouteContext, notFound, pageReply, readPage, serve } from '@sluice/management';
import { announceSourceMapChange } from '@sluice/sourcemaps';
import {
  deleteSourceMap,
  deleteSourceMaps,
  listSourceMaps,
  touchDebugIds,
  touchRelease,
} from '@sluice/sourcemaps/statements';
import { sourceMapToWire } from './sourcemapWire.js';

const LIST = 'sourcemaps';

/**
 * Uploaders ask which maps are missing and send only those. The question itself renews the retention of the others,
 * as an upload would: a release that is built repeatedly keeps its maps.
 */
async function touchAsked(
  { db, project, may }: RouteContext,
  { release, debugId }: { readonly release?: string | undefined; readonly debugId?: string | undefined },
): Promise<void> {
  if (!may('releases:write')) return;
  if (release !== undefined) await touchRelease(db, project.id, release);
  if (debugId !== undefined) await touchDebugIds(db, [{ projectId: project.id, debugId }]);
}

const list = serve(sourcemapsApi.list, async ({ query }, context) => {
  const page = readPage(query, LIST, context);
  const debugId = query.debugId?.toLowerCase();
  await touchAsked(context, { release: query.release, debugId });
  const filter = {
    ...(query.release === undefined ? {} : { release: query.release }),
    ...(query.filename === undefined ? {} : { filename: query.filename }),
    ...(debugId === undefined ? {} : { debugId }),
  };
  return pageReply(await listSourceMaps(context.db, context.project.id, page, filter), LIST, context, sourceMapToWire);
});

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const remove = serve(sourcemapsApi.remove, async ({ params }, { db, project }) => {
  const { id } = params;
  if (!UUID.test(id) || !(await deleteSourceMap(db, project.id, id))) throw notFound('source map');
  announceSourceMapChange(project.id);
  return { status: 204, body: undefined };
});

const removeAll = serve(sourcemapsApi.removeAll, async ({ query }, { db, project }) => {
  await deleteSourceMaps(db, project.id, query.release);
  announceSourceMapChange(project.id);
  return { status: 204, body: undefined };
});

/** Routes that read stored maps. */
export const listRoutes: readonly Route[] = [list];
/** Routes that delete stored maps. */
export const deleteRoutes: readonly Route[] = [removeAll, remove];
