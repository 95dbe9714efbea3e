import { ROLES } from '@sluice/contract';
import type { Descriptions } from '../description.js';
import { pageFields } from '../list/listQuery.js';
import { listResponse } from '../list/listResponse.js';
import { named, object, described, nullable, optionalFields } from '../schema/shapes.js';
import { id, text, time, boolean, oneOf } from '../schema/values.js';

const role = oneOf(...ROLES);

const PARAMS = { userId: 'Id of the user.' };

const member = named(
  'Member',
  object({
    userId: id,
    email: text(),
    name: text(),
    role,
    joinedAt: time,
    lastSeenAt: described(nullable(time), 'Last use of a session, accurate to a minute.'),
    isDisabled: boolean,
    hasTotp: boolean,
  }),
);

/** Members of an organization. */
export const membersApi = {
  list: {
    scope: 'organization',
    method: 'get',
    path: '/organizations/{org}/members',
    tag: 'Members',
    summary: 'List members',
    permission: 'project:read',
    query: optionalFields(pageFields),
    response: listResponse(member),
  },
  changeRole: {
    scope: 'organization',
    method: 'patch',
    path: '/organizations/{org}/members/{userId}',
    tag: 'Members',
    summary: 'Change a role',
    description:
      'Up to the own role. Pending invitations that the new role may not make end. 409 `last_owner` if the organization would have no owner.',
    permission: 'members:write',
    params: PARAMS,
    body: object({ role }),
  },
  remove: {
    scope: 'organization',
    method: 'delete',
    path: '/organizations/{org}/members/{userId}',
    tag: 'Members',
    summary: 'Remove a member',
    description:
      'Ends the membership, revokes the tokens of the user in this organization, ends the invitations that the user made, and unassigns the user’s issues. The last owner stays (409 `last_owner`).',
    permission: 'members:write',
    selfParam: 'userId',
    params: PARAMS,
  },
} as const satisfies Descriptions;
