import { checkMovedServer, newSigningSecret, validateDestination, type AllowList } from '@sluice/alerts';
import type { DestinationKind } from '@sluice/contract';
import {
  createDestination,
  deleteDestination,
  listDestinations,
  readDestination,
  updateDestination,
  type StoredDestination,
  type TargetCheck,
} from '@sluice/db';
import {
  defineOrganizationRoute,
  listOf,
  object,
  readIfMatch,
  type OrganizationRoute,
  type Reply,
} from '@sluice/management';
import {
  destinationBodies,
  destinationSchema,
  destinationsToWire,
  destinationWithSecret,
  readToWire,
  type DestinationBody,
} from './destinationWire.js';
import { withSettingErrors } from './withSettingErrors.js';

/** Path of one destination. */
export const DESTINATION_PATH = '/organizations/{org}/alerts/destinations/{destinationId}';
/** Its parameters. */
export const DESTINATION_PARAMS = { destinationId: 'The destination’s id.' };

const PATH = '/organizations/{org}/alerts/destinations';

const IF_MATCH =
  'The `ETag` of the destination that the change is based on. If it has changed since: 412, and nothing changes.';

type Context = Parameters<typeof readToWire>[0];

const replyOf = async (
  context: Context,
  destination: StoredDestination,
  seesAddresses = true,
): Promise<Reply<unknown>> => ({
  body: await readToWire(context, destination, seesAddresses),
  etag: destination.version,
});

const list = defineOrganizationRoute({
  ...{ method: 'get', path: PATH, tag: 'Alerts', summary: 'List destinations' },
  description:
    'Oldest first; at most 50, always one page. Secrets are never returned; addresses of mail are masked for those who may not change destinations.',
  permission: 'project:read',
  response: object({ data: listOf(destinationSchema) }),
  handle: async (_request, { db, organization, may }) => {
    const seesAddresses = may('alerts:write');
    const destinations = await listDestinations(db, organization.id);
    return { body: { data: await destinationsToWire(db, organization.id, { destinations, seesAddresses }) } };
  },
});

const create = (check: TargetCheck): OrganizationRoute =>
  defineOrganizationRoute<unknown, DestinationBody & { readonly kind: DestinationKind }, unknown>({
    ...{ method: 'post', path: PATH, tag: 'Alerts', summary: 'Create a destination' },
    description:
      'Rules of the organization and its projects may send to it. Of a webhook, this is the only response that shows `signingSecret`. 409 if there are 50.',
    permission: 'alerts:write',
    body: destinationBodies.create,
    response: destinationWithSecret,
    createdStatus: 201,
    handle: async ({ body: { kind, ...body } }, context) => {
      const { db, organization, actor } = context;
      const signingSecret = kind === 'webhook' ? newSigningSecret() : null;
      const made = signingSecret === null ? {} : { signingSecrets: [signingSecret] };
      const input = { ...body, secrets: { ...body.secrets, ...made } };
      const destination = await withSettingErrors(async () =>
        createDestination(db, { organizationId: organization.id, kind, input }, { actor, check }),
      );
      return {
        status: 201,
        body: { ...(await readToWire(context, destination)), signingSecret },
        etag: destination.version,
      };
    },
  });

const read = defineOrganizationRoute({
  ...{ method: 'get', path: DESTINATION_PATH, tag: 'Alerts', summary: 'Read a destination' },
  description: 'The `ETag` is the version of what people set. Addresses of mail are masked as in the list.',
  permission: 'project:read',
  params: DESTINATION_PARAMS,
  response: destinationSchema,
  handle: async ({ params: { destinationId: id = '' } }, context) => {
    const { db, organization, may } = context;
    return replyOf(context, await readDestination(db, { organizationId: organization.id, id }), may('alerts:write'));
  },
});

const change = (check: TargetCheck): OrganizationRoute =>
  defineOrganizationRoute<unknown, DestinationBody, unknown>({
    ...{ method: 'patch', path: DESTINATION_PATH, tag: 'Alerts', summary: 'Change a destination' },
    description:
      'Only the given fields and secrets change; `config` is replaced as a whole. Its kind cannot change. A `config.server` that changes needs `secrets.token`, and `config.topic` of ntfy, in the same request: they are sent to the new server.',
    permission: 'alerts:write',
    params: DESTINATION_PARAMS,
    ifMatch: IF_MATCH,
    body: destinationBodies.change,
    response: destinationSchema,
    handle: async ({ params: { destinationId: id = '' }, body, ifMatch }, context) => {
      const { db, organization, actor } = context;
      const ref = { organizationId: organization.id, id };
      const made = { actor, check, ifVersion: readIfMatch(ifMatch) };
      return replyOf(context, await withSettingErrors(async () => updateDestination(db, ref, body, made)));
    },
  });

const remove = defineOrganizationRoute({
  ...{ method: 'delete', path: DESTINATION_PATH, tag: 'Alerts', summary: 'Delete a destination' },
  description: 'Rules no longer send to it. Its secrets are erased; its deliveries stay in the log.',
  permission: 'alerts:write',
  params: DESTINATION_PARAMS,
  ifMatch: IF_MATCH,
  handle: async ({ params: { destinationId: id = '' }, ifMatch }, { db, organization, actor }) => {
    const ref = { organizationId: organization.id, id };
    await deleteDestination(db, ref, { actor, ifVersion: readIfMatch(ifMatch) });
    return { status: 204, body: undefined };
  },
});

/** Destinations of an organization. @param allowList receivers of the own network that destinations may name */
export const destinationsRoutes = (allowList: AllowList): readonly OrganizationRoute[] => {
  const check: TargetCheck = (move) =>
    [...validateDestination(move.after, { allowList }), ...checkMovedServer(move)]
      .filter(({ isWarning }) => !isWarning)
      .map(({ field, problem }) => `${field}: ${problem}`);
  return [list, create(check), read, change(check), remove];
};
