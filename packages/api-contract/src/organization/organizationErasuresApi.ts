import type { Descriptions } from '../description.js';
import { organizationErasure, erasure } from '../erasures/erasureSchemas.js';
import { object, described, listOf } from '../schema/shapes.js';
import { text } from '../schema/values.js';

const PATH = '/organizations/{org}/erasures';

/** Erasure of an organization, and the record of its erased projects. */
export const organizationErasuresApi = {
  request: {
    scope: 'organization',
    method: 'post',
    path: PATH,
    tag: 'Organization',
    summary: 'Erase the organization',
    description:
      'Deletes permanently. At once: members, invitations, tokens, keys and the audit log; nobody can open the organization any ' +
      'more, and its slug is free again. In the background: everything in its projects. Accounts of people stay. ' +
      '`GET /user/erasures` shows the progress to the user who requested it.',
    permission: 'organization:write',
    body: object({ organization: described(text(63), 'The slug of this organization, as a confirmation.') }),
    response: organizationErasure,
    createdStatus: 201,
  },
  list: {
    scope: 'organization',
    method: 'get',
    path: PATH,
    tag: 'Organization',
    summary: 'List erased projects',
    description: 'The latest 100, newest first: which project, who requested it, how far it is, and what was removed.',
    permission: 'project:read',
    response: object({ erasures: listOf(erasure) }),
  },
} as const satisfies Descriptions;
