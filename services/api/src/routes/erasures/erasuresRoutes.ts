import { erasuresApi } from '@sluice/api-contract';
import { eraseProject, eraseUser, listErasures, readErasure } from '@sluice/erasure';
import { ApiError, type ApiProject, type Route, notFound, serve } from '@sluice/management';
import type { OrganizationLimits } from '../../limitsConfig.js';
import { erasureWire } from './erasureWire.js';

const refOf = ({ organizationSlug, slug }: ApiProject) => ({ organization: organizationSlug, project: slug });

const request = ({ erasures: limit }: OrganizationLimits) =>
  serve(erasuresApi.request, async ({ body }, { db, project, actor, may }) => {
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
    if (!may('projects:write')) throw new ApiError(403, 'forbidden', 'Erasing a project needs the right to delete it.');
    if (slug !== project.slug) {
      throw new ApiError(422, 'invalid_field', '`project` must be the slug of this project, to confirm the erasure.');
    }
    return { status: 201, body: erasureWire(await eraseProject(db, refOf(project), { actor, limit })) };
  });

const list = serve(erasuresApi.list, async (_request, { db, project }) => ({
  body: { erasures: (await listErasures(db, project.id)).map(erasureWire) },
}));

const read = serve(erasuresApi.read, async ({ params }, { db, project }) => {
  const found = await readErasure(db, project.id, params.erasureId);
  if (found === undefined) throw notFound('erasure');
  return { body: erasureWire(found) };
});

/** Operations on erasures. */
export const erasuresRoutes = (limits: OrganizationLimits): readonly Route[] => [request(limits), list, read];
