import {
  findDeliveryIds,
  listDeliveries,
  readDelivery,
  sendAgain,
  type DeliveryDetail,
  type ListedDelivery,
} from '@sluice/alerts';
import { deliveriesApi, type QueryOf } from '@sluice/api-contract';
import type { Database } from '@sluice/db';
import { pageReply, readPage, resolveIdOf, serve, type Route } from '@sluice/management';
import type { OrganizationLimits } from '../../limitsConfig.js';
import { scopeOf, type AlertContext } from './alertScope.js';
import { maskIfAny } from './maskAddresses.js';
import { requestedReply } from './requestedReply.js';
import { withSettingErrors } from './withSettingErrors.js';

const LIST = 'deliveries';

/** Returns the whole id of a delivery of an organization. @throws ApiError as `resolveIdOf` */
const wholeId = (db: Database, organizationId: string, given: string): Promise<string> =>
  resolveIdOf(given, {
    kind: 'delivery',
    isUuid: true,
    find: (prefix, most) => findDeliveryIds(db, { organizationId }, { prefix, most }),
  });

/** Whether the sender sees addresses of mail. */
const seesAddresses = ({ may }: Pick<AlertContext, 'may'>): boolean => may('alerts:write');

const toWire = (sees: boolean) => (row: ListedDelivery) => ({
  ...row,
  problem: sees ? row.problem : maskIfAny(row.problem),
  nextAt: row.nextAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
  finishedAt: row.finishedAt?.toISOString() ?? null,
});

const detailToWire = ({ message, log, ...row }: DeliveryDetail, sees: boolean) => ({
  ...toWire(sees)(row),
  message,
  log: log.map(({ at, problem, response, ...attempt }) => ({
    ...attempt,
    at: at.toISOString(),
    problem: sees ? problem : maskIfAny(problem),
    response: sees ? response : maskIfAny(response),
  })),
});

interface ListRequest {
  readonly query: QueryOf<typeof deliveriesApi.listOfProject>;
}

const list = async ({ query }: ListRequest, context: AlertContext) => {
  const page = await listDeliveries(context.db, scopeOf(context), readPage(query, LIST, context), query);
  return pageReply(page, LIST, context, toWire(seesAddresses(context)));
};

const read = serve(deliveriesApi.read, async ({ params }, context) => {
  const { db, organization } = context;
  const ref = { organizationId: organization.id, id: await wholeId(db, organization.id, params.deliveryId) };
  return { body: detailToWire(await readDelivery(db, ref), seesAddresses(context)) };
});

const resend = ({ alertTests: limit }: OrganizationLimits): Route<'organization'> =>
  serve(deliveriesApi.resend, async ({ params }, { db, organization }) => {
    const again = { organizationId: organization.id, id: await wholeId(db, organization.id, params.deliveryId) };
    return requestedReply(await withSettingErrors(() => sendAgain(db, again, limit)), limit);
  });

/** Deliveries about a project. */
export const projectDeliveriesRoutes: readonly Route[] = [serve(deliveriesApi.listOfProject, list)];
/** Deliveries of an organization. */
export const organizationDeliveriesRoutes = (limits: OrganizationLimits): readonly Route<'organization'>[] => [
  serve(deliveriesApi.listOfOrganization, list),
  read,
  resend(limits),
];
