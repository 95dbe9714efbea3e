import { describeRelease, type ReleaseDescription } from '@sluice/db';
import { hasRelease, readRelease } from '@sluice/sourcemaps/statements';
import { listReleases } from './sql/listReleases.js';
import {
  defineRoute,
  releaseDescriptions,
  notFound,
  pageReply,
  readPage,
  type ListQuery,
  type Route,
} from '@sluice/management';
import { readReleaseBody } from '../http/readReleaseBody.js';
import { releaseReports } from './releaseReports.js';
import { releaseFields } from './releaseFields.js';
import { releaseToWire } from './releaseWire.js';

const LIST = 'releases';

const describe = defineRoute<unknown, ReleaseDescription, unknown>({
  ...releaseDescriptions.describe,
  readBody: async (incoming) => releaseFields(await readReleaseBody(incoming)),
  handle: async ({ body }, { db, project }) => {
    const { release, isNew } = await describeRelease(db, project.id, body);
    return { status: isNew ? 201 : 200, body: releaseToWire(release) };
  },
});

interface ReleasesQuery extends ListQuery {
  readonly query?: string;
}

const list = defineRoute<ReleasesQuery, unknown, unknown>({
  ...releaseDescriptions.list,
  handle: async ({ query }, context) => {
    const page = readPage(query, LIST, context);
    const filter = query.query === undefined ? {} : { query: query.query };
    return pageReply(await listReleases(context.db, context.project.id, page, filter), LIST, context, releaseToWire);
  },
});

const read = defineRoute({
  ...releaseDescriptions.read,
  handle: async ({ params }, { db, project }) => {
    const release = await readRelease(db, project.id, params['version'] ?? '');
    if (release === undefined) throw notFound('release');
    return { body: releaseToWire(release) };
  },
});

type Changes = Readonly<Partial<Record<'ref' | 'url' | 'deployedAt' | 'notes', string | null>>>;

const update = defineRoute<unknown, Changes, unknown>({
  ...releaseDescriptions.update,
  handle: async ({ params: { version = '' }, body }, { db, project }) => {
    if (!(await hasRelease(db, project.id, version))) throw notFound('release');
    const { release } = await describeRelease(db, project.id, releaseFields({ ...body, version }));
    return { body: releaseToWire(release) };
  },
});

/** Operations on releases. */
export const releasesRoutes: readonly Route[] = [list, describe, read, update, ...releaseReports];
