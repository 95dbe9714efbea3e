import { membersApi } from '@sluice/api-contract';
import { changeRole, listMembers, removeMember, type Member } from '@sluice/db';
import { ApiError, notFound, type Route, serve } from '@sluice/management';
import { bySlug, slugAfter } from './slugPage.js';

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

const list = serve(membersApi.list, async ({ query }, { db, organization }) => {
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
});

const changeRoleRoute = serve(
  membersApi.changeRole,
  async ({ params, body }, { db, organization, actor, role: upTo }) => {
    const ref = { organizationId: organization.id, userId: userIdOf(params) };
    await changeRole(db, ref, body.role, { actor, ...(upTo === undefined ? {} : { upTo }) });
    return { status: 204, body: undefined };
  },
);

const remove = serve(membersApi.remove, async ({ params }, { db, organization, actor, role: upTo }) => {
  const ref = { organizationId: organization.id, userId: userIdOf(params) };
  await removeMember(db, ref, { actor, ...(upTo === undefined ? {} : { upTo }) });
  return { status: 204, body: undefined };
});

function userIdOf({ userId = '' }: Readonly<Record<string, string>>): string {
  if (!/^\d{1,18}$/.test(userId)) throw notFound('member');
  return userId;
}

/** Members of an organization. */
export const membersRoutes: readonly Route<'organization'>[] = [list, changeRoleRoute, remove];
