import { ROLES } from '@sluice/contract';
import { createOrganization, listMemberships } from '@sluice/db';
import { listOrganizationErasures } from '@sluice/erasure';
import { defineUserRoute, listOf, named, object, oneOf, text, type AccountRoute } from '@sluice/management';
import { organizationErasure, organizationErasureWire } from '../erasures/erasureWire.js';
import { actorOf, type AccountServices } from './accountServices.js';

const membership = named('Membership', object({ slug: text(), role: oneOf(...ROLES) }));

/** The user's organizations. */
export const organizationsRoutes = ({ config, logger }: AccountServices): readonly AccountRoute[] => [
  defineUserRoute({
    method: 'get',
    path: '/organizations',
    tag: 'Account',
    summary: 'List own organizations',
    description: 'By slug, at most 1,000.',
    response: object({ data: listOf(membership) }),
    handle: async (_request, { db, session }) => {
      const memberships = await listMemberships(db, session.user.id);
      return { body: { data: memberships.map(({ organization: slug, role }) => ({ slug, role })) } };
    },
  }),
  defineUserRoute<unknown, { readonly slug: string }, unknown>({
    method: 'post',
    path: '/organizations',
    tag: 'Account',
    summary: 'Create an organization',
    description:
      'The user becomes its owner. 403 `operators_only` if `MAX_ORGANIZATIONS_PER_USER` is 0, the default; 403 `unverified_email` if no mailed link or ' +
      'provider proved the address; 422 `too_many_organizations` for more than `MAX_ORGANIZATIONS_PER_USER`.',
    body: object({ slug: text(63) }),
    createdStatus: 201,
    response: membership,
    handle: async ({ body }, { db, session }) => {
      const creator = { actor: actorOf(session), most: config.maxOrganizationsPerUser };
      const { id: organizationId, slug } = await createOrganization(db, body.slug, {}, creator);
      // Its quotas are unlimited: operators want to know.
      logger.info({ organizationId, slug, userId: session.user.id }, 'a user created an organization');
      return { status: 201, body: { slug, role: 'owner' } };
    },
  }),
  defineUserRoute({
    method: 'get',
    path: '/user/erasures',
    tag: 'Account',
    summary: 'List organizations that the user erased',
    description: 'The latest 100, newest first: how far each is, and what was removed.',
    response: object({ erasures: listOf(organizationErasure) }),
    handle: async (_request, { db, session }) => ({
      body: { erasures: (await listOrganizationErasures(db, session.user.id)).map(organizationErasureWire) },
    }),
  }),
];
