import {
  checkMovedServer,
  newSigningSecret,
  destinationProblems,
  type AllowList,
  createDestination,
  deleteDestination,
  listDestinations,
  readDestination,
  updateDestination,
  type StoredDestination,
  type TargetCheck,
} from '@sluice/alerts';
import { destinationsApi } from '@sluice/api-contract';
import type { Database } from '@sluice/db';
import { readIfMatch, serve, type Route } from '@sluice/management';
import { askNewAddresses, askOneAddress, type AskServices } from './askByMail.js';
import { destinationsToWire, readToWire } from './destinationWire.js';
import { withSettingErrors } from './withSettingErrors.js';

type Context = Parameters<typeof readToWire>[0];

const replyOf = async (context: Context, destination: StoredDestination, seesAddresses = true) => ({
  body: await readToWire(context, destination, seesAddresses),
  etag: destination.version,
});

const list = serve(destinationsApi.list, async (_request, { db, organization, may }) => {
  const seesAddresses = may('alerts:write');
  const destinations = await listDestinations(db, organization.id);
  return { body: { data: await destinationsToWire(db, organization.id, { destinations, seesAddresses }) } };
});

const create = (check: TargetCheck, services: AskServices): Route<'organization'> =>
  serve(destinationsApi.create, async ({ body: { kind, ...body } }, context) => {
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
  });

const read = serve(destinationsApi.read, async ({ params: { destinationId: id } }, context) => {
  const { db, organization, may } = context;
  return replyOf(context, await readDestination(db, { organizationId: organization.id, id }), may('alerts:write'));
});

const change = (check: TargetCheck, services: AskServices): Route<'organization'> =>
  serve(destinationsApi.change, async ({ params: { destinationId: id }, body, ifMatch }, context) => {
    const { db, organization, actor } = context;
    const ref = { organizationId: organization.id, id };
    const made = { actor, check, ifVersion: readIfMatch(ifMatch) };
    const destination = await withSettingErrors(async () => updateDestination(db, ref, body, made));
    if (destination.kind === 'email') await askNewAddresses(services, askQuery(context, destination));
    return replyOf(context, destination);
  });

const remove = serve(
  destinationsApi.remove,
  async ({ params: { destinationId: id }, ifMatch }, { db, organization, actor }) => {
    const ref = { organizationId: organization.id, id };
    await deleteDestination(db, ref, { actor, ifVersion: readIfMatch(ifMatch) });
    return { status: 204, body: undefined };
  },
);

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
  serve(destinationsApi.askAgain, async ({ params: { destinationId: id }, body: { address } }, context) => {
    const destination = await readDestination(context.db, { organizationId: context.organization.id, id });
    await withSettingErrors(() => askOneAddress(services, { ...askQuery(context, destination), address }));
    return replyOf(context, destination);
  });

/** Destinations of an organization. @param allowList receivers of the own network that destinations may name */
export const destinationsRoutes = (allowList: AllowList, services: AskServices): readonly Route<'organization'>[] => {
  const check: TargetCheck = (move) => [...destinationProblems(move.after, allowList), ...checkMovedServer(move)];
  return [list, create(check, services), read, change(check, services), remove, ask(services)];
};
