import { keysApi } from '@sluice/api-contract';
import { dsnsOf, NO_DSNS } from '@sluice/contract';
import { addKey, disableKey, listKeys, type ProjectKey } from '@sluice/db';
import { type ApiProject, type Route, serve } from '@sluice/management';

const refOf = ({ organizationSlug, slug }: ApiProject) => ({ organization: organizationSlug, project: slug });

/** @param text the full key; `undefined` for a server key that was already shown */
const toWire = (found: ProjectKey, text: string | undefined, baseUrl: string) => ({
  kind: found.kind,
  key: text ?? found.key,
  label: found.label,
  ...(text === undefined ? NO_DSNS : dsnsOf({ ...found, key: text }, baseUrl)),
  createdAt: found.createdAt.toISOString(),
  disabledAt: found.disabledAt?.toISOString() ?? null,
});

const list = serve(keysApi.list, async (_request, { db, project, baseUrl }) => {
  const keys = await listKeys(db, refOf(project));
  return {
    body: {
      data: keys.map((one) => toWire(one, one.kind === 'public' ? one.key : undefined, baseUrl)),
      next: null,
      scannedTo: null,
    },
  };
});

const create = serve(keysApi.create, async ({ body: { label, kind: kindOfKey } }, { db, project, baseUrl, actor }) => {
  const made = await addKey(db, refOf(project), { label, kind: kindOfKey, actor });
  return { status: 201, body: toWire(made, made.text, baseUrl) };
});

const disable = serve(keysApi.disable, async ({ params }, { db, project, actor }) => {
  await disableKey(db, refOf(project), params.key, actor);
  return { status: 204, body: undefined };
});

/** Operations on a project's keys. */
export const keysRoutes: readonly Route[] = [list, create, disable];
