import { includesRole, ROLES, type Role } from '@sluice/contract';
import { createInvitation, listInvitations, revokeInvitation } from '@sluice/identity/statements';
import { normalizeEmail } from '@sluice/db';
import { linkUrl } from '@sluice/identity';
import {
  ApiError,
  boolean,
  defineOrganizationRoute,
  described,
  id,
  listOf,
  named,
  nullable,
  object,
  oneOf,
  text,
  time,
  type OrganizationRoute,
} from '@sluice/management';
import type { AccountServices } from '../account/accountServices.js';
import { admitInvitation } from './admitInvitation.js';
import { mailInvitation } from './mailInvitation.js';

const DAY_MS = 86_400_000;
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
  link: described(nullable(text()), 'To pass on; null if it was mailed. Shown only now.'),
});

interface InvitationBody {
  readonly email: string;
  readonly role: Role;
}

/** Invitations into an organization. */
export const invitationsRoutes = (services: AccountServices): readonly OrganizationRoute[] => [
  defineOrganizationRoute({
    method: 'get',
    path: PATH,
    tag: 'Members',
    summary: 'List pending invitations',
    permission: 'members:write',
    response: object({ data: listOf(invitation) }),
    handle: async (_request, { db, clock, organization }) => {
      const links = await listInvitations(db, organization.id, clock());
      const data = links.map((link) => ({
        id: link.id,
        email: link.email,
        role: link.organization?.role ?? 'viewer',
        createdBy: link.createdBy,
        createdAt: link.createdAt.toISOString(),
        expiresAt: link.expiresAt.toISOString(),
      }));
      return { body: { data } };
    },
  }),
  defineOrganizationRoute<unknown, InvitationBody, unknown>({
    method: 'post',
    path: PATH,
    tag: 'Members',
    summary: 'Invite someone',
    description:
      'Sends a link by mail, or returns it if nothing is mailed (see `GET /api/0/sign-in-options`). Roles up to the own one. 429 `too_many_invitations` with `Retry-After` above `MAX_INVITATIONS_PER_USER`, `_PER_ORGANIZATION` or `_PER_ADDRESS`.',
    permission: 'members:write',
    body: object({ email: text(254), role }),
    createdStatus: 201,
    response: created,
    handle: async ({ body }, { db, clock, organization, actor, role: upTo, baseUrl }) => {
      const email = normalizeEmail(body.email);
      if (upTo !== undefined && !includesRole(upTo, body.role)) {
        throw new ApiError(403, 'forbidden', `The role ${upTo} may not give the role ${body.role}.`);
      }
      const { mailer, config } = services;
      const isMailed = mailer !== undefined;
      const counted = { organizationId: organization.id, inviter: actor.userId ?? actor.label };
      const make = async () => {
        const made = await createInvitation(db, {
          organizationId: organization.id,
          email,
          role: body.role,
          isMailed,
          actor,
          nowMs: clock(),
          lifetimeMs: config.invitationDays * DAY_MS,
        });
        const mailed = { email, organization: organization.slug, actor, secret: made.secret };
        if (isMailed) await mailInvitation(services, db, mailed);
        return made;
      };
      const mailedTo = isMailed ? email : undefined;
      const { id: key, secret, expiresAt } = await admitInvitation(services, { ...counted, mailedTo }, make);
      const reply = { id: key, email, role: body.role, expiresAt: expiresAt.toISOString(), isMailed };
      // Only who asks sees this link, so it may lead to the host that they asked.
      return { status: 201, body: { ...reply, link: isMailed ? null : linkUrl(baseUrl, 'invitation', secret) } };
    },
  }),
  defineOrganizationRoute({
    method: 'delete',
    path: `${PATH}/{invitationId}`,
    tag: 'Members',
    summary: 'Revoke an invitation',
    permission: 'members:write',
    params: { invitationId: 'Id of the invitation.' },
    handle: async ({ params }, { db, clock, organization, actor }) => {
      const ref = { organizationId: organization.id, id: params['invitationId'] ?? '' };
      await revokeInvitation(db, ref, actor, clock());
      return { status: 204, body: undefined };
    },
  }),
];
