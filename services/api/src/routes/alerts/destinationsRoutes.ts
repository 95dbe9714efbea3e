import {
  checkMovedServer,
  newSigningSecret,
  validateDestination,
  type AllowList,
  createDestination,
  deleteDestination,
  listDestinations,
  readDestination,
  updateDestination,
  type StoredDestination,
  type TargetCheck,
} from '@sluice/alerts';
import type { DestinationKind } from '@sluice/contract';
import type { Database } from '@sluice/db';
import { listOf, object, text } from '@sluice/api-contract';
import { defineOrganizationRoute, readIfMatch, type Route, type Reply } from '@sluice/management';
import { askNewAddresses, askOneAddress, type AskServices } from './askByMail.js';
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
  method: 'get',
  path: PATH,
  tag: 'Alerts',
  summary: 'List destinations',
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

const create = (check: TargetCheck, services: AskServices): Route<'organization'> =>
  defineOrganizationRoute<unknown, DestinationBody & { readonly kind: DestinationKind }, unknown>({
    method: 'post',
    path: PATH,
    tag: 'Alerts',
    summary: 'Create a destination',
    description:
      'Rules of the organization and its projects may send to it. Of a webhook, this is the only response that shows `signingSecret`. Each address of `email` is asked by mail whether it wants alerts, unless it is the proven address of a member, and gets none before it confirms; the destination is paused until one does. 409 if there are 50.',
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
      if (kind === 'email') await askNewAddresses(services, askQuery(context, destination));
      return {
        status: 201,
        body: { ...(await readToWire(context, destination)), signingSecret },
        etag: destination.version,
      };
    },
  });

const read = defineOrganizationRoute({
  method: 'get',
  path: DESTINATION_PATH,
  tag: 'Alerts',
  summary: 'Read a destination',
  description: 'The `ETag` is the version of what people set. Addresses of mail are masked as in the list.',
  permission: 'project:read',
  params: DESTINATION_PARAMS,
  response: destinationSchema,
  handle: async ({ params: { destinationId: id = '' } }, context) => {
    const { db, organization, may } = context;
    return replyOf(context, await readDestination(db, { organizationId: organization.id, id }), may('alerts:write'));
  },
});

const change = (check: TargetCheck, services: AskServices): Route<'organization'> =>
  defineOrganizationRoute<unknown, DestinationBody, unknown>({
    method: 'patch',
    path: DESTINATION_PATH,
    tag: 'Alerts',
    summary: 'Change a destination',
    description:
      'Only the given fields and secrets change; `config` is replaced as a whole. Its kind cannot change. Addresses that are new are asked by mail. A `config.server` that changes needs `secrets.token`, and `config.topic` of ntfy, in the same request: they are sent to the new server.',
    permission: 'alerts:write',
    params: DESTINATION_PARAMS,
    ifMatch: IF_MATCH,
    body: destinationBodies.change,
    response: destinationSchema,
    handle: async ({ params: { destinationId: id = '' }, body, ifMatch }, context) => {
      const { db, organization, actor } = context;
      const ref = { organizationId: organization.id, id };
      const made = { actor, check, ifVersion: readIfMatch(ifMatch) };
      const destination = await withSettingErrors(async () => updateDestination(db, ref, body, made));
      if (destination.kind === 'email') await askNewAddresses(services, askQuery(context, destination));
      return replyOf(context, destination);
    },
  });

const remove = defineOrganizationRoute({
  method: 'delete',
  path: DESTINATION_PATH,
  tag: 'Alerts',
  summary: 'Delete a destination',
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

const askQuery = ({ db, organization }: AskContext, { id: destinationId }: Pick<StoredDestination, 'id'>) => ({
  db,
  organizationId: organization.id,
  destinationId,
});

interface AskContext {
  readonly db: Database;
  readonly organization: { readonly id: string };
}

const ask = (services: AskServices): Route<'organization'> =>
  defineOrganizationRoute<unknown, { readonly address: string }, unknown>({
    method: 'post',
    path: `${DESTINATION_PATH}/confirmations`,
    tag: 'Alerts',
    summary: 'Ask an address again',
    description:
      'Sends a mail that asks a waiting address of the destination whether it wants alerts. 422 if it is confirmed or unsubscribed, or no mail server is configured; 429 `too_many` after the limits of such mails.',
    permission: 'alerts:write',
    params: DESTINATION_PARAMS,
    body: object({ address: text(254) }),
    response: destinationSchema,
    handle: async ({ params: { destinationId: id = '' }, body: { address } }, context) => {
      const destination = await readDestination(context.db, { organizationId: context.organization.id, id });
      await withSettingErrors(() => askOneAddress(services, { ...askQuery(context, destination), address }));
      return replyOf(context, destination);
    },
  });

/** Destinations of an organization. @param allowList receivers of the own network that destinations may name */
export const destinationsRoutes = (allowList: AllowList, services: AskServices): readonly Route<'organization'>[] => {
  const check: TargetCheck = (move) =>
    [...validateDestination(move.after, { allowList }), ...checkMovedServer(move)]
      .filter(({ isWarning }) => !isWarning)
      .map(({ field, problem }) => `${field}: ${problem}`);
  return [list, create(check, services), read, change(check, services), remove, ask(services)];
};
