import { organizationSettingsApi } from '@sluice/api-contract';
import { findOrganization, TenancyError, updateOrganization, type Organization } from '@sluice/db';
import { ApiError, type Route, serve } from '@sluice/management';

const toWire = ({ slug, createdAt, settings }: Organization) => ({
  slug,
  createdAt: createdAt.toISOString(),
  settings: { monthly: settings.monthly, retentionDays: settings.retentionDays, sourceMaps: settings.sourceMaps },
});

const read = serve(organizationSettingsApi.read, async (_request, { db, organization: { slug } }) => ({
  body: toWire(await findOrganization(db, slug)),
}));

const change = serve(organizationSettingsApi.change, async ({ body }, { db, organization: { slug }, actor }) => {
  try {
    return { body: toWire(await updateOrganization(db, slug, body, actor)) };
  } catch (error) {
    if (!(error instanceof TenancyError) || error.code !== 'invalid') throw error;
    throw new ApiError(422, 'invalid_settings', `${error.message}.`);
  }
});

/** Quotas and retention of an organization. */
export const organizationSettingsRoutes: readonly Route<'organization'>[] = [read, change];
