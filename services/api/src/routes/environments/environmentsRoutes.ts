import { listEnvironments } from './sql/listEnvironments.js';
import { defineRoute, listOf, named, object, text, time, type Route } from '@sluice/management';

const list = defineRoute({
  method: 'get',
  path: '/environments',
  tag: 'Environments',
  summary: 'List environments',
  description:
    'By name: the environments of exceptions, hits and metrics within the retention; of more than 500, the most recently used.',
  permission: 'project:read',
  response: object({ data: listOf(named('Environment', object({ name: text(), firstSeen: time }))) }),
  handle: async (_input, { db, project }) => {
    const environments = await listEnvironments(db, project.id);
    const data = environments.map(({ name, firstSeen }) => ({ name, firstSeen: firstSeen.toISOString() }));
    return { body: { data } };
  },
});

/** The environments of a project. */
export const environmentsRoutes: readonly Route[] = [list];
