import { ROLES, type Role } from '@sluice/contract';
import { changeRole, listMembers, removeMember, type Member } from '@sluice/db';
import {
  ApiError,
  boolean,
  defineOrganizationRoute,
  described,
  id,
  listResponse,
  named,
  notFound,
  nullable,
  object,
  oneOf,
  optionalFields,
  text,
  time,
  type OrganizationRoute,
} from '@sluice/management';
import { bySlug, pageFields, slugAfter, type PageQuery } from './slugPage.js';

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

const toWire = (one: Member) => ({
  userId: one.id,
  email: one.email,
  name: one.name,
  role: one.role,
  joinedAt: one.joinedAt.toISOString(),
  lastSeenAt: one.lastSeenAt?.toISOString() ?? null,
  isDisabled: one.disabledAt !== null,
  hasTotp: one.hasTotp,
});

const list = defineOrganizationRoute<PageQuery, unknown, unknown>({
  method: 'get',
  path: '/organizations/{org}/members',
  tag: 'Members',
  summary: 'List members',
  permission: 'project:read',
  query: optionalFields(pageFields),
  response: listResponse(member),
  handle: async ({ query }, { db, organization }) => {
    const page = { list: 'members', limit: query.limit, organization };
    const after = slugAfter(query, page);
    if (after !== undefined && !/^\d{1,18}$/.test(after)) {
      throw new ApiError(400, 'bad_cursor', 'The cursor is not a position in this list.');
    }
    const { rows, next } = bySlug(
      await listMembers(db, organization.id, { limit: query.limit + 1, after }),
      page,
      (one) => one.id,
    );
    return { body: { data: rows.map(toWire), next, scannedTo: null } };
  },
});

const changeOne = defineOrganizationRoute<unknown, { readonly role: Role }, unknown>({
  method: 'patch',
  path: '/organizations/{org}/members/{userId}',
  tag: 'Members',
  summary: 'Change a role',
  description:
    'Up to the own role. Pending invitations that the new role may not make end. 409 `last_owner` if the organization would have no owner.',
  permission: 'members:write',
  params: PARAMS,
  body: object({ role }),
  handle: async ({ params, body }, { db, organization, actor, role: upTo }) => {
    const ref = { organizationId: organization.id, userId: userIdOf(params) };
    await changeRole(db, ref, body.role, { actor, ...(upTo === undefined ? {} : { upTo }) });
    return { status: 204, body: undefined };
  },
});

const remove = defineOrganizationRoute({
  method: 'delete',
  path: '/organizations/{org}/members/{userId}',
  tag: 'Members',
  summary: 'Remove a member',
  description:
    'Ends the membership, revokes the tokens of the user in this organization, ends the invitations that the user made, and unassigns the user’s issues. The last owner stays (409 `last_owner`).',
  permission: 'members:write',
  selfParam: 'userId',
  params: PARAMS,
  handle: async ({ params }, { db, organization, actor, role: upTo }) => {
    const ref = { organizationId: organization.id, userId: userIdOf(params) };
    await removeMember(db, ref, { actor, ...(upTo === undefined ? {} : { upTo }) });
    return { status: 204, body: undefined };
  },
});

function userIdOf({ userId = '' }: Readonly<Record<string, string>>): string {
  if (!/^\d{1,18}$/.test(userId)) throw notFound('member');
  return userId;
}

/** Members of an organization. */
export const membersRoutes: readonly OrganizationRoute[] = [list, changeOne, remove];
