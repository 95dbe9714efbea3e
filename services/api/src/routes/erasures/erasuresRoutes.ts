import { eraseProject, eraseUser, listErasures, readErasure } from '@sluice/erasure';
import {
  ApiError,
  type ApiProject,
  type Route,
  defineRoute,
  described,
  listOf,
  notFound,
  object,
  optionalFields,
  text,
} from '@sluice/management';
import type { OrganizationLimits } from '../../limitsConfig.js';
import { erasure, erasureWire } from './erasureWire.js';

const refOf = ({ organizationSlug, slug }: ApiProject) => ({ organization: organizationSlug, project: slug });

interface ErasureBody {
  readonly user?: string;
  readonly project?: string;
}

const request = ({ erasures: limit }: OrganizationLimits) =>
  defineRoute<unknown, ErasureBody, unknown>({
    method: 'post',
    path: '/erasures',
    tag: 'Erasures',
    summary: 'Erase the data of a user, or the project',
    description:
      'Deletes permanently, in the background. `user`: the events, replays and profile of a project user that arrived until now, also ' +
      'those that are still queued. `project`: the slug of this project, as a confirmation; the project is deleted at once, and then ' +
      'everything in it. Counts of usage stay. 429 `too_many` while too many erasures of the organization are not done.',
    permission: 'data:erase',
    body: optionalFields({
      user: described(text(1_000), 'Key of the user, such as `id:42`. It need not be known.'),
      project: described(text(200), 'The slug of this project.'),
    }),
    response: erasure,
    createdStatus: 201,
    handle: async ({ body }, { db, project, actor, may }) => {
      const { user, project: slug } = body;
      if ((user === undefined) === (slug === undefined)) {
        throw new ApiError(422, 'invalid_field', 'Send either `user` or `project`.');
      }
      if (user !== undefined) {
        if (!/^(?:id|email|username):./s.test(user)) {
          throw new ApiError(422, 'invalid_field', '`user` must begin with `id:`, `email:` or `username:`.');
        }
        return { status: 201, body: erasureWire(await eraseUser(db, refOf(project), user, { actor, limit })) };
      }
      if (!may('projects:write'))
        throw new ApiError(403, 'forbidden', 'Erasing a project needs the right to delete it.');
      if (slug !== project.slug) {
        throw new ApiError(422, 'invalid_field', '`project` must be the slug of this project, to confirm the erasure.');
      }
      return { status: 201, body: erasureWire(await eraseProject(db, refOf(project), { actor, limit })) };
    },
  });

const list = defineRoute<unknown, unknown, unknown>({
  method: 'get',
  path: '/erasures',
  tag: 'Erasures',
  summary: 'List erasures',
  description: 'The latest 100, newest first: what was requested, by whom, and what was removed.',
  permission: 'project:read',
  response: object({ erasures: listOf(erasure) }),
  handle: async (_request, { db, project }) => ({
    body: { erasures: (await listErasures(db, project.id)).map(erasureWire) },
  }),
});

const read = defineRoute<unknown, unknown, unknown>({
  method: 'get',
  path: '/erasures/{erasureId}',
  tag: 'Erasures',
  summary: 'Read an erasure',
  permission: 'project:read',
  params: { erasureId: 'Id of the erasure.' },
  response: erasure,
  handle: async ({ params }, { db, project }) => {
    const found = await readErasure(db, project.id, params['erasureId'] ?? '');
    if (found === undefined) throw notFound('erasure');
    return { body: erasureWire(found) };
  },
});

/** Operations on erasures. */
export const erasuresRoutes = (limits: OrganizationLimits): readonly Route[] => [request(limits), list, read];
