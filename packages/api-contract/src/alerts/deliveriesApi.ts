import { DELIVERY_STATES, DESTINATION_KINDS, MOST_REQUESTED } from '@sluice/contract';
import { SHORT_IDS_DESCRIPTION, type Descriptions } from '../description.js';
import { listResponse } from '../list/listResponse.js';
import { described, listOf, named, nullable, object, optionalFields } from '../schema/shapes.js';
import { count, id, integer, oneOf, text, time } from '../schema/values.js';
import { alertPageFields } from './alertPage.js';
import { messageSchema } from './messageSchema.js';
import { requestedDelivery } from './requestedDelivery.js';

const PATH = '/organizations/{org}/alerts/deliveries';
const PARAMS = { deliveryId: `The delivery’s id. ${SHORT_IDS_DESCRIPTION}` };

const fields = {
  id: described(id, 'Stable: receivers see it in each attempt.'),
  project: described(nullable(text()), 'Slug; null: it concerns the whole organization.'),
  destination: object({ id, name: text(), kind: oneOf(...DESTINATION_KINDS) }),
  kind: oneOf('alert', 'test', 'resend'),
  state: described(
    oneOf(...DELIVERY_STATES),
    '`waiting`: for its first or next attempt. `paused`: until the destination is resumed. `failed`: it is not attempted again.',
  ),
  title: described(nullable(text()), 'Of the message; null until it is composed.'),
  attempts: count,
  problem: described(nullable(text()), 'The last problem.'),
  nextAt: described(nullable(time), 'When it is attempted next, if it waits.'),
  createdAt: time,
  finishedAt: nullable(time),
};

const delivery = named('AlertDelivery', object(fields));

const attempt = named(
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
);

const detail = named(
  'AlertDeliveryDetail',
  object({
    ...fields,
    message: described(nullable(messageSchema), 'null until it is composed.'),
    log: described(listOf(attempt), 'Its attempts, the first one first.'),
  }),
);

const list = {
  method: 'get',
  tag: 'Alerts',
  permission: 'project:read',
  query: optionalFields({
    ...alertPageFields,
    state: described(oneOf(...DELIVERY_STATES), 'Only deliveries in this state.'),
    destinationId: described(text(18), 'Only deliveries to this destination.'),
  }),
  response: listResponse(delivery),
} as const;

/** Deliveries of messages. */
export const deliveriesApi = {
  listOfProject: {
    ...list,
    scope: 'project',
    path: '/alerts/deliveries',
    summary: 'List the deliveries of a project',
    description:
      'Messages about the project, latest first. `GET /api/0/organizations/{org}/alerts/deliveries/{deliveryId}` has the attempts.',
  },
  listOfOrganization: {
    ...list,
    scope: 'organization',
    path: PATH,
    summary: 'List the deliveries of an organization',
    description: 'Of all its projects, and about the organization as a whole, tests included; latest first.',
  },
  read: {
    scope: 'organization',
    method: 'get',
    path: `${PATH}/{deliveryId}`,
    tag: 'Alerts',
    summary: 'Read a delivery',
    description:
      'With its message and what the receiver answered to each attempt. Email addresses are masked for those who may not change destinations.',
    permission: 'project:read',
    params: PARAMS,
    response: detail,
  },
  resend: {
    scope: 'organization',
    method: 'post',
    path: `${PATH}/{deliveryId}/resend`,
    tag: 'Alerts',
    summary: 'Send a message again',
    description: `As a new delivery with the same message. 404 if the destination is deleted; 429 \`too_many_requested\` after ${MOST_REQUESTED} tests and repeated messages of the destination in an hour, or those that the organization may have.`,
    permission: 'alerts:write',
    params: PARAMS,
    createdStatus: 201,
    response: requestedDelivery,
  },
} as const satisfies Descriptions;
