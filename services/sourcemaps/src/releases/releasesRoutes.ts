import { LIMITS } from '@sluice/contract';
import { describeRelease, listReleases, readRelease, type ReleaseDescription } from '@sluice/db';
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
import { readReleaseBody, RELEASE_BODIES } from '../http/readReleaseBody.js';
import { releaseFields } from './releaseFields.js';
import { releaseSchema, releaseToWire } from './releaseWire.js';

const TAG = 'Releases';
const LIST = 'releases';

const fields = object(
  {
    version: described(text(LIMITS.maxRelease), "The SDK's `release`, character for character."),
    ref: described(text(), 'Of the build or commit.'),
    url: described(text(), 'http(s) link to the build, deploy or commit.'),
    deployed_at: described(text(), 'ISO 8601.'),
    notes: text(),
  },
  ['ref', 'url', 'deployed_at', 'notes'],
);

const describe = defineRoute<unknown, ReleaseDescription, unknown>({
  method: 'post',
  path: '/releases',
  tag: TAG,
  summary: 'Describe a release',
  description:
    '201 where it was not known, 200 where it was. Only what is sent is written; what is sent empty is cleared. 422 `invalid_field` names the field.',
  scope: 'project:releases',
  body: fields,
  bodyTypes: RELEASE_BODIES,
  answer: releaseSchema,
  created: 201,
  readBody: async (incoming) => releaseFields(await readReleaseBody(incoming)),
  handle: async ({ body }, { db, project }) => {
    const { release, isNew } = await describeRelease(db, project.id, body);
    return { status: isNew ? 201 : 200, body: releaseToWire(release) };
  },
});

interface ReleasesQuery extends ListQuery {
  readonly query?: string;
}

const { limit, cursor } = listQuery().properties;

const list = defineRoute<ReleasesQuery, unknown, unknown>({
  method: 'get',
  path: '/releases',
  tag: TAG,
  summary: 'List releases',
  description: 'Last seen first.',
  scope: ['project:releases', 'project:read'],
  query: optionalFields({
    ...(limit === undefined || cursor === undefined ? {} : { limit, cursor }),
    query: described(text(LIMITS.maxRelease), 'Whose version contains this.'),
  }),
  answer: listAnswer(releaseSchema),
  handle: async ({ query }, context) => {
    const page = readPage(query, LIST, context);
    const filter = query.query === undefined ? {} : { query: query.query };
    return pageReply(await listReleases(context.db, context.project.id, page, filter), LIST, context, releaseToWire);
  },
});

const read = defineRoute({
  method: 'get',
  path: '/releases/{version}',
  tag: TAG,
  summary: 'Read a release',
  scope: ['project:releases', 'project:read'],
  params: { version: 'Percent-encoded: `shop%401.2.0`.' },
  answer: releaseSchema,
  handle: async ({ params }, { db, project }) => {
    const release = await readRelease(db, project.id, params['version'] ?? '');
    if (release === undefined) throw notFound('release');
    return { body: releaseToWire(release) };
  },
});

/** Operations on releases. */
export const releasesRoutes: readonly Route[] = [list, describe, read];
