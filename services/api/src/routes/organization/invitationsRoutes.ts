import { invitationsApi } from '@sluice/api-contract';
import { DAY_MS, includesRole } from '@sluice/contract';
import { normalizeEmail } from '@sluice/db';
import { linkUrl } from '@sluice/identity';
import { createInvitation, listInvitations, revokeInvitation } from '@sluice/identity/statements';
import { ApiError, type Route, serve } from '@sluice/management';
import type { AccountServices } from '../account/accountServices.js';
import { admitInvitation } from './admitInvitation.js';
import { mailInvitation } from './mailInvitation.js';

/** Invitations into an organization. */
export const invitationsRoutes = (services: AccountServices): readonly Route<'organization'>[] => [
  serve(invitationsApi.list, async (_request, { db, clock, organization }) => {
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
  }),
  serve(invitationsApi.invite, async ({ body }, { db, clock, organization, actor, role: upTo, baseUrl }) => {
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
  }),
  serve(invitationsApi.revoke, async ({ params }, { db, clock, organization, actor }) => {
    const ref = { organizationId: organization.id, id: params.invitationId };
    await revokeInvitation(db, ref, actor, clock());
    return { status: 204, body: undefined };
  }),
];
