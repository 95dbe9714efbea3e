import { eraseOrganization, listOrganizationErasures, listProjectErasures } from '@sluice/erasure';
import {
  ApiError,
  defineOrganizationRoute,
  described,
  listOf,
  object,
  text,
  type OrganizationRoute,
} from '@sluice/management';
import { erasure, erasureWire, organizationErasure, organizationErasureWire } from '../erasures/erasureWire.js';

const PATH = '/organizations/{org}/erasures';

const request = defineOrganizationRoute<unknown, { readonly organization: string }, unknown>({
  method: 'post',
  path: PATH,
  tag: 'Organization',
  summary: 'Erase the organization',
  description:
    'Deletes permanently. At once: members, invitations, tokens, keys and the audit log; nobody can open the organization any ' +
    'more, and its slug is free again. In the background: everything in its projects. Accounts of people stay. ' +
    '`GET /user/erasures` shows the progress to the user who requested it.',
  permission: 'organization:write',
  body: object({ organization: described(text(63), 'The slug of this organization, as a confirmation.') }),
  response: organizationErasure,
  createdStatus: 201,
  handle: async ({ body }, { db, organization: { slug }, actor }) => {
    if (body.organization !== slug) {
      throw new ApiError(
        422,
        'invalid_field',
        '`organization` must be the slug of this organization, to confirm the erasure.',
      );
    }
    await eraseOrganization(db, slug, actor);
    const records = await listOrganizationErasures(db, actor.kind === 'user' ? actor.userId : undefined);
    const record = records.find(({ organization }) => organization === slug);
    if (record === undefined) throw new Error(`the erasure of ${slug} has no record`);
    return { status: 201, body: organizationErasureWire(record) };
  },
});

const list = defineOrganizationRoute({
  method: 'get',
  path: PATH,
  tag: 'Organization',
  summary: 'List erased projects',
  description: 'The latest 100, newest first: which project, who requested it, how far it is, and what was removed.',
  permission: 'project:read',
  response: object({ erasures: listOf(erasure) }),
  handle: async (_request, { db, organization }) => ({
    body: { erasures: (await listProjectErasures(db, organization.id)).map(erasureWire) },
  }),
});

/** Erasure of an organization, and the record of its erased projects. */
export const organizationErasuresRoutes: readonly OrganizationRoute[] = [list, request];
