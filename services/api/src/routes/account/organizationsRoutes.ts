import { organizationsApi } from '@sluice/api-contract';
import { createOrganization, listMemberships } from '@sluice/db';
import { listOrganizationErasures } from '@sluice/erasure';
import { type Route, serve } from '@sluice/management';
import { organizationErasureWire } from '../erasures/erasureWire.js';
import { type AccountServices, actorOf } from './accountServices.js';

/** The user's organizations. */
export const organizationsRoutes = ({ config, logger }: AccountServices): readonly Route<'user' | 'anyone'>[] => [
  serve(organizationsApi.list, async (_request, { db, session }) => {
    const memberships = await listMemberships(db, session.user.id);
    return { body: { data: memberships.map(({ organization: slug, role }) => ({ slug, role })) } };
  }),
  serve(organizationsApi.create, async ({ body }, { db, session }) => {
    const creator = { actor: actorOf(session), most: config.maxOrganizationsPerUser };
    const { id: organizationId, slug } = await createOrganization(db, body.slug, {}, creator);
    // Its quotas are unlimited: operators want to know.
    logger.info({ organizationId, slug, userId: session.user.id }, 'a user created an organization');
    return { status: 201, body: { slug, role: 'owner' as const } };
  }),
  serve(organizationsApi.listErased, async (_request, { db, session }) => ({
    body: { erasures: (await listOrganizationErasures(db, session.user.id)).map(organizationErasureWire) },
  })),
];
