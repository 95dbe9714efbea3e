import { createMaintenance, deleteMaintenance, listMaintenance, type MaintenanceWindow } from '@sluice/alerts';
import { maintenanceApi } from '@sluice/api-contract';
import { serve, type Route } from '@sluice/management';
import { readBodyTime, withSettingErrors } from './withSettingErrors.js';

const toWire = ({ from, to, ...rest }: MaintenanceWindow) => ({
  ...rest,
  from: from.toISOString(),
  to: to.toISOString(),
});

const list = serve(maintenanceApi.list, async (_request, { db, organization }) => ({
  body: { data: (await listMaintenance(db, organization.id)).map(toWire) },
}));

const create = serve(maintenanceApi.create, async ({ body }, { db, organization, actor }) => {
  const { project, reason } = body;
  const made = { project, reason, from: readBodyTime('from', body.from), to: readBodyTime('to', body.to) };
  const created = await withSettingErrors(async () => createMaintenance(db, organization.id, made, actor));
  return { status: 201, body: toWire(created) };
});

const remove = serve(maintenanceApi.remove, async ({ params }, { db, organization, actor }) => {
  await deleteMaintenance(db, { organizationId: organization.id, id: params.windowId }, actor);
  return { status: 204, body: undefined };
});

/** Maintenance windows of an organization. */
export const maintenanceRoutes: readonly Route<'organization'>[] = [list, create, remove];
