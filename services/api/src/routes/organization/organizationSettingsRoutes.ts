import { POOLS } from '@sluice/contract';
import { findOrganization, TenancyError, updateOrganization, type Organization, type SettingsPatch } from '@sluice/db';
import {
  ApiError,
  boolean,
  count,
  defineOrganizationRoute,
  described,
  integer,
  named,
  nullable,
  object,
  optionalFields,
  text,
  time,
  type OrganizationRoute,
} from '@sluice/management';

const MAX_DAYS = 3_650;

const monthly = Object.fromEntries(POOLS.map((pool) => [pool, described(nullable(count), 'null: no limit.')]));
const retentionDays = described(integer(1, MAX_DAYS), 'Days for which events are kept.');
const sourceMaps = described(boolean, 'Whether the plan includes source maps.');

const organization = named(
  'Organization',
  object({
    slug: text(),
    createdAt: time,
    settings: object({ monthly: object(monthly), retentionDays, sourceMaps }),
  }),
);

const toWire = ({ slug, createdAt, settings }: Organization) => ({
  slug,
  createdAt: createdAt.toISOString(),
  settings: { monthly: settings.monthly, retentionDays: settings.retentionDays, sourceMaps: settings.sourceMaps },
});

const read = defineOrganizationRoute({
  method: 'get',
  path: '/organizations/{org}',
  tag: 'Organization',
  summary: 'Read an organization',
  permission: 'project:read',
  response: organization,
  handle: async (_request, { db, organization: { slug } }) => ({ body: toWire(await findOrganization(db, slug)) }),
});

const change = defineOrganizationRoute<unknown, SettingsPatch, unknown>({
  method: 'patch',
  path: '/organizations/{org}',
  tag: 'Organization',
  summary: 'Change quotas and retention',
  description:
    'Only the given settings change; a quota of null has no limit. Gateways apply quotas within two seconds.',
  permission: 'organization:write',
  body: optionalFields({ monthly: optionalFields(monthly), retentionDays, sourceMaps }),
  response: organization,
  handle: async ({ body }, { db, organization: { slug }, actor }) => {
    try {
      return { body: toWire(await updateOrganization(db, slug, body, actor)) };
    } catch (error) {
      if (!(error instanceof TenancyError) || error.code !== 'invalid') throw error;
      throw new ApiError(422, 'invalid_settings', `${error.message}.`);
    }
  },
});

/** Quotas and retention of an organization. */
export const organizationSettingsRoutes: readonly OrganizationRoute[] = [read, change];
