import { POOLS } from '@sluice/contract';
import type { Descriptions } from '../description.js';
import { named, object, described, nullable, optionalFields, recordOf } from '../schema/shapes.js';
import { text, time, count, integer, boolean } from '../schema/values.js';

const MAX_DAYS = 3_650;

const monthly = recordOf(POOLS, described(nullable(count), 'null: no limit.'));

const retentionDays = described(integer(1, MAX_DAYS), 'Days for which events are kept.');

const sourceMaps = described(boolean, 'Whether the plan includes source maps.');

const organization = named(
  'Organization',
  object({
    slug: text(),
    createdAt: time,
    settings: object({ monthly, retentionDays, sourceMaps }),
  }),
);

/** Quotas and retention of an organization. */
export const organizationSettingsApi = {
  read: {
    scope: 'organization',
    method: 'get',
    path: '/organizations/{org}',
    tag: 'Organization',
    summary: 'Read an organization',
    permission: 'project:read',
    response: organization,
  },
  change: {
    scope: 'organization',
    method: 'patch',
    path: '/organizations/{org}',
    tag: 'Organization',
    summary: 'Change quotas and retention',
    description:
      'Only the given settings change; a quota of null has no limit. Gateways apply quotas within two seconds.',
    permission: 'organization:write',
    body: optionalFields({ monthly: optionalFields(monthly.properties), retentionDays, sourceMaps }),
    response: organization,
  },
} as const satisfies Descriptions;
