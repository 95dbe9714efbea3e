import { ROLES } from '@sluice/contract';
import type { Descriptions } from '../description.js';
import { organizationErasure } from '../erasures/erasureSchemas.js';
import { named, object, listOf } from '../schema/shapes.js';
import { text, oneOf } from '../schema/values.js';

const membership = named('Membership', object({ slug: text(), role: oneOf(...ROLES) }));

/** The user's organizations. */
export const organizationsApi = {
  list: {
    scope: 'user',
    method: 'get',
    path: '/organizations',
    tag: 'Account',
    summary: 'List own organizations',
    description: 'By slug, at most 1,000.',
    response: object({ data: listOf(membership) }),
  },
  create: {
    scope: 'user',
    method: 'post',
    path: '/organizations',
    tag: 'Account',
    summary: 'Create an organization',
    description:
      'The user becomes its owner. 403 `operators_only` if `MAX_ORGANIZATIONS_PER_USER` is 0, the default; 403 `unverified_email` if no link by email ' +
      'and no provider proved the address; 422 `too_many_organizations` for more than `MAX_ORGANIZATIONS_PER_USER`.',
    body: object({ slug: text(63) }),
    createdStatus: 201,
    response: membership,
  },
  listErased: {
    scope: 'user',
    method: 'get',
    path: '/user/erasures',
    tag: 'Account',
    summary: 'List organizations that the user erased',
    description: 'The latest 100, newest first: how far each is, and what was removed.',
    response: object({ erasures: listOf(organizationErasure) }),
  },
} as const satisfies Descriptions;
