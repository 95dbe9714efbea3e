import { MOST_REQUESTED } from '@sluice/contract';
import { newSigningSecret, addSigningSecret, removePreviousSecrets, sendTest, setPaused } from '@sluice/alerts';
import { defineOrganizationRoute, type Route } from '@sluice/management';
import type { OrganizationLimits } from '../../limitsConfig.js';
import { DESTINATION_PARAMS, DESTINATION_PATH } from './destinationsRoutes.js';
import { destinationSchema, destinationWithSecret, readToWire } from './destinationWire.js';
import { requestedDelivery, requestedReply } from './requestedDelivery.js';
import { withSettingErrors } from './withSettingErrors.js';

const test = ({ alertTests: limit }: OrganizationLimits): Route<'organization'> =>
  defineOrganizationRoute({
    method: 'post',
    path: `${DESTINATION_PATH}/test`,
    tag: 'Alerts',
    summary: 'Send a test message',
    description:
      'Also to a paused destination; to assignees: to the user who asks. Creates a delivery and returns at once: read `…/alerts/deliveries/{deliveryId}` until its `state` is not `waiting` to see what the receiver answered. ' +
      `429 \`too_many_requested\` after ${MOST_REQUESTED} tests and repeated messages in an hour, or those that the organization may have. Only addresses that confirmed get a mail.`,
    permission: 'alerts:write',
    params: DESTINATION_PARAMS,
    createdStatus: 201,
    response: requestedDelivery,
    handle: async ({ params: { destinationId: id = '' } }, { db, organization, actor }) =>
      requestedReply(await sendTest(db, { organizationId: organization.id, id }, actor, limit), limit),
  });

const pause = defineOrganizationRoute({
  method: 'post',
  path: `${DESTINATION_PATH}/pause`,
  tag: 'Alerts',
  summary: 'Pause a destination',
  description: 'Its messages wait until it is resumed. Nothing changes if it is paused already.',
  permission: 'alerts:write',
  params: DESTINATION_PARAMS,
  response: destinationSchema,
  handle: async ({ params: { destinationId: id = '' } }, context) => {
    const { db, organization, actor } = context;
    const paused = await setPaused(db, { organizationId: organization.id, id }, true, actor);
    return { body: await readToWire(context, paused) };
  },
});

const resume = defineOrganizationRoute({
  method: 'post',
  path: `${DESTINATION_PATH}/resume`,
  tag: 'Alerts',
  summary: 'Resume a destination',
  description:
    'What waits for it is sent. Also after Sluice paused it because deliveries failed for good. 422 if none of its addresses gets alerts.',
  permission: 'alerts:write',
  params: DESTINATION_PARAMS,
  response: destinationSchema,
  handle: async ({ params: { destinationId: id = '' } }, context) => {
    const { db, organization, actor } = context;
    const ref = { organizationId: organization.id, id };
    return { body: await readToWire(context, await withSettingErrors(() => setPaused(db, ref, false, actor))) };
  },
});

const rotate = defineOrganizationRoute({
  method: 'post',
  path: `${DESTINATION_PATH}/rotate`,
  tag: 'Alerts',
  summary: 'Rotate a signing secret',
  description:
    'Adds a secret, which is shown only now. Webhooks have the signatures of the new and the previous one until `DELETE …/previous-secret`. 409 if there is a previous one already.',
  permission: 'alerts:write',
  params: DESTINATION_PARAMS,
  createdStatus: 201,
  response: destinationWithSecret,
  handle: async ({ params: { destinationId: id = '' } }, context) => {
    const { db, organization, actor } = context;
    const signingSecret = newSigningSecret();
    const ref = { organizationId: organization.id, id };
    const destination = await withSettingErrors(() => addSigningSecret(db, ref, signingSecret, actor));
    return { status: 201, body: { ...(await readToWire(context, destination)), signingSecret } };
  },
});

const removePrevious = defineOrganizationRoute({
  method: 'delete',
  path: `${DESTINATION_PATH}/previous-secret`,
  tag: 'Alerts',
  summary: 'Remove the previous signing secret',
  description: 'Ends a rotation: only the current secret signs. Nothing changes if there is no previous one.',
  permission: 'alerts:write',
  params: DESTINATION_PARAMS,
  response: destinationSchema,
  handle: async ({ params: { destinationId: id = '' } }, context) => {
    const { db, organization, actor } = context;
    const ref = { organizationId: organization.id, id };
    return { body: await readToWire(context, await withSettingErrors(() => removePreviousSecrets(db, ref, actor))) };
  },
});

/** What is done with a destination beside changing it. */
export const destinationActionsRoutes = (limits: OrganizationLimits): readonly Route<'organization'>[] => [
  test(limits),
  pause,
  resume,
  rotate,
  removePrevious,
];
