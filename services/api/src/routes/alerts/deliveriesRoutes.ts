import { DESTINATION_KINDS, DELIVERY_STATES, MOST_REQUESTED } from '@sluice/contract';
import {
  findDeliveryIds,
  listDeliveries,
  readDelivery,
  sendAgain,
  type DeliveryDetail,
  type ListedDelivery,
} from '@sluice/alerts';
import type { Database } from '@sluice/db';
import {
  count,
  described,
  id,
  integer,
  listOf,
  listResponse,
  named,
  nullable,
  object,
  oneOf,
  optionalFields,
  text,
  time,
  SHORT_IDS_DESCRIPTION,
} from '@sluice/api-contract';
import { defineOrganizationRoute, defineRoute, pageReply, readPage, resolveIdOf, type Route } from '@sluice/management';
import { messageSchema } from './messageSchema.js';
import { maskIfAny } from './maskAddresses.js';
import {
  alertPageFields,
  organizationPageReply,
  readOrganizationPage,
  type AlertPageQuery,
} from './organizationPage.js';
import type { OrganizationLimits } from '../../limitsConfig.js';
import { requestedDelivery, requestedReply } from './requestedDelivery.js';
import { withSettingErrors } from './withSettingErrors.js';

interface DeliveryQuery extends AlertPageQuery {
  readonly state?: ListedDelivery['state'];
  readonly destinationId?: string;
}

const LIST = 'deliveries';
const PATH = '/organizations/{org}/alerts/deliveries';
const PARAMS = { deliveryId: `The delivery’s id. ${SHORT_IDS_DESCRIPTION}` };

/** Returns the whole id of a delivery of an organization. @throws ApiError as `resolveIdOf` */
const wholeId = (db: Database, organizationId: string, given: string): Promise<string> =>
  resolveIdOf(given, {
    kind: 'delivery',
    isUuid: true,
    find: (prefix, most) => findDeliveryIds(db, { organizationId }, { prefix, most }),
  });

const query = optionalFields({
  ...alertPageFields,
  state: described(oneOf(...DELIVERY_STATES), 'Only deliveries in this state.'),
  destinationId: described(text(18), 'Only deliveries to this destination.'),
});

const fields = {
  id: described(id, 'Stable: receivers see it in each attempt.'),
  project: described(nullable(text()), 'Slug; null: it concerns the whole organization.'),
  destination: object({ id, name: text(), kind: oneOf(...DESTINATION_KINDS) }),
  kind: oneOf('alert', 'test', 'resend'),
  state: described(
    oneOf(...DELIVERY_STATES),
    '`waiting`: for its first or next attempt. `paused`: until the destination is resumed. `failed`: for good.',
  ),
  title: described(nullable(text()), 'Of the message; null until it is composed.'),
  attempts: count,
  problem: described(nullable(text()), 'The last problem.'),
  nextAt: described(nullable(time), 'When it is attempted next, if it waits.'),
  createdAt: time,
  finishedAt: nullable(time),
};

const delivery = named('AlertDelivery', object(fields));

const detail = named(
  'AlertDeliveryDetail',
  object({
    ...fields,
    message: described(nullable(messageSchema), 'null until it is composed.'),
    log: described(
      listOf(
        named(
          'AlertAttempt',
          object({
            attempt: integer(1, 1_000_000),
            at: time,
            tookMs: count,
            status: described(nullable(integer(0, 999)), 'HTTP status or SMTP code; null without an answer.'),
            result: oneOf('sent', 'retry', 'dead'),
            problem: nullable(text()),
            response: described(nullable(text()), 'The first kilobyte of the answer.'),
          }),
        ),
      ),
      'Its attempts, the first one first.',
    ),
  }),
);

/** Whether the sender sees addresses of mail. */
const seesAddresses = ({ may }: { readonly may: (permission: 'alerts:write') => boolean }): boolean =>
  may('alerts:write');

const toWire = (sees: boolean) => (row: ListedDelivery) => ({
  ...row,
  problem: sees ? row.problem : maskIfAny(row.problem),
  nextAt: row.nextAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
  finishedAt: row.finishedAt?.toISOString() ?? null,
});

const detailToWire = ({ message, log, ...row }: DeliveryDetail, sees: boolean): unknown => ({
  ...toWire(sees)(row),
  message,
  log: log.map(({ at, problem, response, ...attempt }) => ({
    ...attempt,
    at: at.toISOString(),
    problem: sees ? problem : maskIfAny(problem),
    response: sees ? response : maskIfAny(response),
  })),
});

const ofProject = defineRoute<DeliveryQuery, unknown, unknown>({
  method: 'get',
  path: '/alerts/deliveries',
  tag: 'Alerts',
  summary: 'List the deliveries of a project',
  description:
    'Messages about the project, latest first. `GET /api/0/organizations/{org}/alerts/deliveries/{deliveryId}` has the attempts.',
  permission: 'project:read',
  query,
  response: listResponse(delivery),
  handle: async ({ query: asked }, context) => {
    const { db, project } = context;
    const scope = { organizationId: project.organizationId, projectId: project.id };
    const page = await listDeliveries(db, scope, readPage(asked, LIST, context), asked);
    return pageReply(page, LIST, context, toWire(seesAddresses(context)));
  },
});

const ofOrganization = defineOrganizationRoute<DeliveryQuery, unknown, unknown>({
  method: 'get',
  path: PATH,
  tag: 'Alerts',
  summary: 'List the deliveries of an organization',
  description: 'Of all its projects, and about the organization as a whole, tests included; latest first.',
  permission: 'project:read',
  query,
  response: listResponse(delivery),
  handle: async ({ query: asked }, { db, organization, may }) => {
    const list = { list: LIST, organizationId: organization.id };
    const scope = { organizationId: organization.id };
    return organizationPageReply(
      await listDeliveries(db, scope, readOrganizationPage(asked, list), asked),
      list,
      toWire(seesAddresses({ may })),
    );
  },
});

const read = defineOrganizationRoute({
  method: 'get',
  path: `${PATH}/{deliveryId}`,
  tag: 'Alerts',
  summary: 'Read a delivery',
  description:
    'With its message and what the receiver answered to each attempt. Addresses of mail are masked for those who may not change destinations.',
  permission: 'project:read',
  params: PARAMS,
  response: detail,
  handle: async ({ params: { deliveryId: given = '' } }, { db, organization, may }) => {
    const ref = { organizationId: organization.id, id: await wholeId(db, organization.id, given) };
    return { body: detailToWire(await readDelivery(db, ref), seesAddresses({ may })) };
  },
});

const resend = ({ alertTests: limit }: OrganizationLimits): Route<'organization'> =>
  defineOrganizationRoute({
    method: 'post',
    path: `${PATH}/{deliveryId}/resend`,
    tag: 'Alerts',
    summary: 'Send a message again',
    description: `As a delivery of its own with the same message. 404 if the destination is deleted; 429 \`too_many_requested\` after ${MOST_REQUESTED} tests and repeated messages of the destination in an hour, or those that the organization may have.`,
    permission: 'alerts:write',
    params: PARAMS,
    createdStatus: 201,
    response: requestedDelivery,
    handle: async ({ params: { deliveryId: given = '' } }, { db, organization }) => {
      const again = { organizationId: organization.id, id: await wholeId(db, organization.id, given) };
      return requestedReply(await withSettingErrors(() => sendAgain(db, again, limit)), limit);
    },
  });

/** Deliveries about a project. */
export const projectDeliveriesRoutes: readonly Route[] = [ofProject];
/** Deliveries of an organization. */
export const organizationDeliveriesRoutes = (limits: OrganizationLimits): readonly Route<'organization'>[] => [
  ofOrganization,
  read,
  resend(limits),
];
