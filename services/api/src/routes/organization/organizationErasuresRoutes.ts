import { organizationErasuresApi } from '@sluice/api-contract';
import { eraseOrganization, listOrganizationErasures, listProjectErasures } from '@sluice/erasure';
import { ApiError, type Route, serve } from '@sluice/management';
import { erasureWire, organizationErasureWire } from '../erasures/erasureWire.js';

const request = serve(organizationErasuresApi.request, async ({ body }, { db, organization: { slug }, actor }) => {
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
});

const list = serve(organizationErasuresApi.list, async (_request, { db, organization }) => ({
  body: { erasures: (await listProjectErasures(db, organization.id)).map(erasureWire) },
}));

/** Erasure of an organization, and the record of its erased projects. */
export const organizationErasuresRoutes: readonly Route<'organization'>[] = [list, request];
