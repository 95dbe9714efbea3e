import type { Descriptions } from '../description.js';
import { optionalFields, described, object, listOf } from '../schema/shapes.js';
import { text } from '../schema/values.js';
import { erasure } from './erasureSchemas.js';

/** Operations on erasures. */
export const erasuresApi = {
  request: {
    scope: 'project',
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
  },
  list: {
    scope: 'project',
    method: 'get',
    path: '/erasures',
    tag: 'Erasures',
    summary: 'List erasures',
    description: 'The latest 100, newest first: what was requested, by whom, and what was removed.',
    permission: 'project:read',
    response: object({ erasures: listOf(erasure) }),
  },
  read: {
    scope: 'project',
    method: 'get',
    path: '/erasures/{erasureId}',
    tag: 'Erasures',
    summary: 'Read an erasure',
    permission: 'project:read',
    params: { erasureId: 'Id of the erasure.' },
    response: erasure,
  },
} as const satisfies Descriptions;
