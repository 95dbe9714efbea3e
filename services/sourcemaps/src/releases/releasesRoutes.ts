import { releasesApi } from '@sluice/api-contract';
import { describeRelease, hasRelease, readRelease } from '@sluice/sourcemaps/statements';
import { type Route, notFound, pageReply, readPage, serve, serveUpload } from '@sluice/management';
import { readReleaseBody } from '../http/readReleaseBody.js';
import { releaseFields } from './releaseFields.js';
import { releaseReports } from './releaseReports.js';
import { releaseToWire } from './releaseWire.js';
import { listReleases } from './sql/listReleases.js';

const LIST = 'releases';

const describe = serveUpload(
  releasesApi.describe,
  async (incoming) => releaseFields(await readReleaseBody(incoming)),
  async ({ body }, { db, project }) => {
    const { release, isNew } = await describeRelease(db, project.id, body);
    return { status: isNew ? 201 : 200, body: releaseToWire(release) };
  },
);

const list = serve(releasesApi.list, async ({ query }, context) => {
  const page = readPage(query, LIST, context);
  const filter = query.query === undefined ? {} : { query: query.query };
  return pageReply(await listReleases(context.db, context.project.id, page, filter), LIST, context, releaseToWire);
});

const read = serve(releasesApi.read, async ({ params }, { db, project }) => {
  const release = await readRelease(db, project.id, params.version);
  if (release === undefined) throw notFound('release');
  return { body: releaseToWire(release) };
});

const change = serve(releasesApi.change, async ({ params: { version }, body }, { db, project }) => {
  if (!(await hasRelease(db, project.id, version))) throw notFound('release');
  const { release } = await describeRelease(db, project.id, releaseFields({ ...body, version }));
  return { body: releaseToWire(release) };
});

/** Operations on releases. */
export const releasesRoutes: readonly Route[] = [list, describe, read, change, ...releaseReports];
