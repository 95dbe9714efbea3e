import { ROLES } from '@sluice/contract';
import type { Descriptions } from '../description.js';
import { named, object, described, nullable, listOf } from '../schema/shapes.js';
import { id, text, time, oneOf, boolean } from '../schema/values.js';

const PATH = '/organizations/{org}/invitations';

const role = oneOf(...ROLES);

const invitation = named(
  'Invitation',
  object({ id, email: text(), role, createdBy: text(), createdAt: time, expiresAt: time }),
);

const created = object({
  id,
  email: text(),
  role,
  expiresAt: time,
  isMailed: boolean,
  link: described(nullable(text()), 'To pass on; null if it was sent by email. Shown only now.'),
});

/** Invitations into an organization. */
export const invitationsApi = {
  list: {
    scope: 'organization',
    method: 'get',
    path: PATH,
    tag: 'Members',
    summary: 'List pending invitations',
    permission: 'members:write',
    response: object({ data: listOf(invitation) }),
  },
  invite: {
    scope: 'organization',
    method: 'post',
    path: PATH,
    tag: 'Members',
    summary: 'Invite someone',
    description:
      'Sends a link by email, or returns it if no emails are sent (see `GET /api/0/sign-in-options`). Roles up to the own one. 429 `too_many_invitations` with `Retry-After` above `MAX_INVITATIONS_PER_USER`, `_PER_ORGANIZATION` or `_PER_ADDRESS`.',
    permission: 'members:write',
    body: object({ email: text(254), role }),
    createdStatus: 201,
    response: created,
  },
  revoke: {
    scope: 'organization',
    method: 'delete',
    path: `${PATH}/{invitationId}`,
    tag: 'Members',
    summary: 'Revoke an invitation',
    permission: 'members:write',
    params: { invitationId: 'Id of the invitation.' },
  },
} as const satisfies Descriptions;
