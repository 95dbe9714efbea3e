import { createMaintenance, deleteMaintenance, listMaintenance, type MaintenanceWindow } from '@sluice/alerts';
import { described, id, listOf, named, nullable, object, text, time } from '@sluice/api-contract';
import { defineOrganizationRoute, type Route } from '@sluice/management';
import { readBodyTime, withSettingErrors } from './withSettingErrors.js';

const PATH = '/organizations/{org}/alerts/maintenance';

const window = named(
  'MaintenanceWindow',
  object({
    id,
    project: described(nullable(text()), 'Slug; null: all projects, and what concerns the organization as a whole.'),
    from: time,
    to: time,
    reason: text(),
    createdBy: described(text(), 'Name at that time.'),
  }),
);

interface WindowBody {
  readonly project: string | null;
  readonly from: string;
  readonly to: string;
  readonly reason: string;
}

const toWire = ({ from, to, ...rest }: MaintenanceWindow): unknown => ({
  ...rest,
  from: from.toISOString(),
  to: to.toISOString(),
});

const list = defineOrganizationRoute({
  method: 'get',
  path: PATH,
  tag: 'Alerts',
  summary: 'List maintenance windows',
  description: 'Latest end first, past ones included; at most 200, always one page.',
  permission: 'project:read',
  response: object({ data: listOf(window) }),
  handle: async (_request, { db, organization }) => ({
    body: { data: (await listMaintenance(db, organization.id)).map(toWire) },
  }),
});

const create = defineOrganizationRoute<unknown, WindowBody, unknown>({
  method: 'post',
  path: PATH,
  tag: 'Alerts',
  summary: 'Create a maintenance window',
  description: 'Firings within it are only counted. At most 90 days.',
  permission: 'alerts:write',
  body: object(
    {
      project: { ...nullable(text(63)), default: null, description: 'Slug; null: all projects.' },
      from: described(text(64), 'ISO 8601.'),
      to: described(text(64), 'ISO 8601.'),
      reason: { ...text(500), default: '' },
    },
    ['project', 'reason'],
  ),
  createdStatus: 201,
  response: window,
  handle: async ({ body }, { db, organization, actor }) => {
    const { project, reason } = body;
    const made = { project, reason, from: readBodyTime('from', body.from), to: readBodyTime('to', body.to) };
    const created = await withSettingErrors(async () => createMaintenance(db, organization.id, made, actor));
    return { status: 201, body: toWire(created) };
  },
});

const remove = defineOrganizationRoute({
  method: 'delete',
  path: `${PATH}/{windowId}`,
  tag: 'Alerts',
  summary: 'Delete a maintenance window',
  description: 'Ends it, if it is under way.',
  permission: 'alerts:write',
  params: { windowId: 'The window’s id.' },
  handle: async ({ params: { windowId = '' } }, { db, organization, actor }) => {
    await deleteMaintenance(db, { organizationId: organization.id, id: windowId }, actor);
    return { status: 204, body: undefined };
  },
});

/** Maintenance windows of an organization. */
export const maintenanceRoutes: readonly Route<'organization'>[] = [list, create, remove];
