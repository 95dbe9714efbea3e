import type { Descriptions } from '../description.js';
import { object, listOf, named } from '../schema/shapes.js';
import { text, time } from '../schema/values.js';

/** The environments of a project. */
export const environmentsApi = {
  list: {
    scope: 'project',
    method: 'get',
    path: '/environments',
    tag: 'Environments',
    summary: 'List environments',
    description:
      'By name: the environments of exceptions, hits and metrics within the retention; of more than 500, the most recently used.',
    permission: 'project:read',
    mayBeStale: true,
    response: object({ data: listOf(named('Environment', object({ name: text(), firstSeen: time }))) }),
  },
} as const satisfies Descriptions;
