import { environmentsApi } from '@sluice/api-contract';
import { type Route, serve } from '@sluice/management';
import { listEnvironments } from './sql/listEnvironments.js';

const list = serve(environmentsApi.list, async (_input, { db, project }) => {
  const environments = await listEnvironments(db, project.id);
  const data = environments.map(({ name, firstSeen }) => ({ name, firstSeen: firstSeen.toISOString() }));
  return { body: { data } };
});

/** The environments of a project. */
export const environmentsRoutes: readonly Route[] = [list];
