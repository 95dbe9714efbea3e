import { settingsApi } from '@sluice/api-contract';
import { deleteProject, findProject, TenancyError, updateProject, type Project } from '@sluice/db';
import { ApiError, type ApiProject, type Route, readIfMatch, serve } from '@sluice/management';

const refOf = ({ organizationSlug, slug }: ApiProject) => ({ organization: organizationSlug, project: slug });

const replyOf = ({ settings: body, version }: Project) => ({ body, etag: version });

const read = serve(settingsApi.read, async (_request, { db, project }) =>
  replyOf(await findProject(db, refOf(project))),
);

const change = serve(settingsApi.change, async ({ body, ifMatch }, { db, project, actor }) => {
  try {
    return replyOf(await updateProject(db, refOf(project), body, { ifVersion: readIfMatch(ifMatch), actor }));
  } catch (error) {
    if (!(error instanceof TenancyError) || error.code !== 'invalid') throw error;
    throw new ApiError(422, 'invalid_settings', `${error.message}.`);
  }
});

const removeProject = serve(settingsApi.removeProject, async (_request, { db, project, actor }) => {
  await deleteProject(db, refOf(project), actor);
  return { status: 204, body: undefined };
});

/** Operations on a project's settings. */
export const settingsRoutes: readonly Route[] = [read, change, removeProject];
