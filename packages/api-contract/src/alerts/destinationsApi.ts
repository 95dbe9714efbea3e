import { MOST_REQUESTED } from '@sluice/contract';
import type { Descriptions } from '../description.js';
import { listOf, object } from '../schema/shapes.js';
import { text } from '../schema/values.js';
import { destinationBodies, destinationSchema, destinationWithSecret } from './destinationSchemas.js';
import { requestedDelivery } from './requestedDelivery.js';

const PATH = '/organizations/{org}/alerts/destinations';
const ONE = `${PATH}/{destinationId}` as const;
const PARAMS = { destinationId: 'The destination’s id.' };

const IF_MATCH =
  'The `ETag` of the destination that the change is based on. If it has changed since: 412, and nothing changes.';

/** Destinations of an organization. */
export const destinationsApi = {
  list: {
    scope: 'organization',
    method: 'get',
    path: PATH,
    tag: 'Alerts',
    summary: 'List destinations',
    description:
      'Oldest first; at most 50, always one page. Secrets are never returned; email addresses are masked for those who may not change destinations.',
    permission: 'project:read',
    response: object({ data: listOf(destinationSchema) }),
  },
  create: {
    scope: 'organization',
    method: 'post',
    path: PATH,
    tag: 'Alerts',
    summary: 'Create a destination',
    description:
      'Rules of the organization and its projects may send to it. Of a webhook, this is the only response that shows `signingSecret`. Each address of `email` is asked by email whether it wants alerts, unless it is the proven address of a member, and gets none before it confirms; the destination is paused until one does. 409 if there are 50.',
    permission: 'alerts:write',
    body: destinationBodies.create,
    response: destinationWithSecret,
    createdStatus: 201,
  },
  read: {
    scope: 'organization',
    method: 'get',
    path: ONE,
    tag: 'Alerts',
    summary: 'Read a destination',
    description: 'The `ETag` is the version of what people set. Email addresses are masked as in the list.',
    permission: 'project:read',
    params: PARAMS,
    response: destinationSchema,
  },
  change: {
    scope: 'organization',
    method: 'patch',
    path: ONE,
    tag: 'Alerts',
    summary: 'Change a destination',
    description:
      'Only the given fields and secrets change; `config` is replaced as a whole. Its kind cannot change. Addresses that are new are asked by email. A `config.server` that changes needs `secrets.token`, and `config.topic` of ntfy, in the same request: they are sent to the new server.',
    permission: 'alerts:write',
    params: PARAMS,
    ifMatch: IF_MATCH,
    body: destinationBodies.change,
    response: destinationSchema,
  },
  remove: {
    scope: 'organization',
    method: 'delete',
    path: ONE,
    tag: 'Alerts',
    summary: 'Delete a destination',
    description: 'Rules no longer send to it. Its secrets are erased; its deliveries stay in the log.',
    permission: 'alerts:write',
    params: PARAMS,
    ifMatch: IF_MATCH,
  },
  askAgain: {
    scope: 'organization',
    method: 'post',
    path: `${ONE}/confirmations`,
    tag: 'Alerts',
    summary: 'Ask an address again',
    description:
      'Sends an email that asks a waiting address of the destination whether it wants alerts. 422 if it is confirmed or unsubscribed, or no mail server is configured; 429 `too_many` after the limits of such emails.',
    permission: 'alerts:write',
    params: PARAMS,
    body: object({ address: text(254) }),
    response: destinationSchema,
  },
} as const satisfies Descriptions;

/** What is done with a destination beside changing it. */
export const destinationActionsApi = {
  sendTest: {
    scope: 'organization',
    method: 'post',
    path: `${ONE}/test`,
    tag: 'Alerts',
    summary: 'Send a test message',
    description:
      'Also to a paused destination; to assignees: to the user who asks. Creates a delivery and returns at once: read `…/alerts/deliveries/{deliveryId}` until its `state` is not `waiting` to see what the receiver answered. ' +
      `429 \`too_many_requested\` after ${MOST_REQUESTED} tests and repeated messages in an hour, or those that the organization may have. Only addresses that confirmed get an email.`,
    permission: 'alerts:write',
    params: PARAMS,
    createdStatus: 201,
    response: requestedDelivery,
  },
  pause: {
    scope: 'organization',
    method: 'post',
    path: `${ONE}/pause`,
    tag: 'Alerts',
    summary: 'Pause a destination',
    description: 'Its messages wait until it is resumed. Nothing changes if it is paused already.',
    permission: 'alerts:write',
    params: PARAMS,
    response: destinationSchema,
  },
  resume: {
    scope: 'organization',
    method: 'post',
    path: `${ONE}/resume`,
    tag: 'Alerts',
    summary: 'Resume a destination',
    description:
      'What waits for it is sent. Also after Sluice paused it because deliveries failed permanently. 422 if none of its addresses gets alerts.',
    permission: 'alerts:write',
    params: PARAMS,
    response: destinationSchema,
  },
  rotateSecret: {
    scope: 'organization',
    method: 'post',
    path: `${ONE}/rotate`,
    tag: 'Alerts',
    summary: 'Rotate a signing secret',
    description:
      'Adds a secret, which is shown only now. Webhooks have the signatures of the new and the previous one until `DELETE …/previous-secret`. 409 if there is a previous one already.',
    permission: 'alerts:write',
    params: PARAMS,
    createdStatus: 201,
    response: destinationWithSecret,
  },
  removePreviousSecret: {
    scope: 'organization',
    method: 'delete',
    path: `${ONE}/previous-secret`,
    tag: 'Alerts',
    summary: 'Remove the previous signing secret',
    description: 'Ends a rotation: only the current secret signs. Nothing changes if there is no previous one.',
    permission: 'alerts:write',
    params: PARAMS,
    response: destinationSchema,
  },
} as const satisfies Descriptions;
