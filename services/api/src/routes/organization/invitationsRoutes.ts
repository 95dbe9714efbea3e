import { includesRole, ROLES, type Role } from '@sluice/contract';
import { createInvitation, listInvitations, revokeInvitation } from '@sluice/db';
import { invitationMail, linkUrl } from '@sluice/identity';
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

const DAY_MS = 86_400_000;
const PATH = '/organizations/{org}/invitations';
const role = oneOf(...ROLES);

const invitation = named(
  'Invitation',
  object({ id, email: text(), role, createdBy: text(), createdAt: time, expiresAt: time }),
);

const created = object({
  ...{ id, email: text(), role, expiresAt: time },
  isMailed: boolean,
  link: described(nullable(text()), 'To pass on; null if it was mailed. Shown only now.'),
});

interface InvitationBody {
  readonly email: string;
  readonly role: Role;
}

/** Invitations into an organization. */
export const invitationsRoutes = ({ mailer, config, logger }: AccountServices): readonly OrganizationRoute[] => [
  defineOrganizationRoute({
    ...{ method: 'get', path: PATH, tag: 'Members', summary: 'List pending invitations' },
    permission: 'members:write',
    response: object({ data: listOf(invitation) }),
    handle: async (_request, { db, clock, organization }) => {
      const links = await listInvitations(db, organization.id, clock());
      const data = links.map((link) => ({
        ...{ id: link.id, email: link.email, role: link.organization?.role ?? 'viewer', createdBy: link.createdBy },
        ...{ createdAt: link.createdAt.toISOString(), expiresAt: link.expiresAt.toISOString() },
      }));
      return { body: { data } };
    },
  }),
  defineOrganizationRoute<unknown, InvitationBody, unknown>({
    ...{ method: 'post', path: PATH, tag: 'Members', summary: 'Invite someone' },
    description: 'Sends a link by mail, or returns it if no mail server is configured. Roles up to the own one.',
    permission: 'members:write',
    body: object({ email: text(254), role }),
    createdStatus: 201,
    response: created,
    handle: async ({ body }, { db, clock, organization, actor, role: upTo, baseUrl }) => {
      if (upTo !== undefined && !includesRole(upTo, body.role)) {
        throw new ApiError(403, 'forbidden', `The role ${upTo} may not give the role ${body.role}.`);
      }
      const isMailed = mailer !== undefined;
      const {
        id: key,
        secret,
        expiresAt,
      } = await createInvitation(db, {
        ...{ organizationId: organization.id, email: body.email, role: body.role, isMailed, actor },
        ...{ nowMs: clock(), lifetimeMs: config.invitationDays * DAY_MS },
      });
      const url = linkUrl(baseUrl, 'invitation', secret);
      const email = body.email.trim().toLowerCase();
      if (mailer !== undefined) {
        const mail = invitationMail(email, { organization: organization.slug, by: actor.label, url });
        await mailer.send(mail).catch((err: unknown) => {
          logger.error({ err }, 'cannot send the mail of an invitation');
          throw new ApiError(503, 'mail_failed', 'The mail server did not take the invitation; try again.');
        });
      }
      const reply = { id: key, email, role: body.role, expiresAt: expiresAt.toISOString(), isMailed };
      return { status: 201, body: { ...reply, link: isMailed ? null : url } };
    },
  }),
  defineOrganizationRoute({
    ...{ method: 'delete', path: `${PATH}/{invitationId}`, tag: 'Members', summary: 'Revoke an invitation' },
    permission: 'members:write',
    params: { invitationId: 'Id of the invitation.' },
    handle: async ({ params }, { db, clock, organization, actor }) => {
      const ref = { organizationId: organization.id, id: params['invitationId'] ?? '' };
      await revokeInvitation(db, ref, actor, clock());
      return { status: 204, body: undefined };
    },
  }),
];
