import { newSigningSecret, addSigningSecret, removePreviousSecrets, sendTest, setPaused } from '@sluice/alerts';
import { destinationActionsApi } from '@sluice/api-contract';
import { serve, type OrganizationContext, type Route } from '@sluice/management';
import type { OrganizationLimits } from '../../limitsConfig.js';
import { readToWire } from './destinationWire.js';
import { requestedReply } from './requestedReply.js';
import { withSettingErrors } from './withSettingErrors.js';

const refOf = ({ destinationId: id }: { readonly destinationId: string }, { organization }: OrganizationContext) => ({
  organizationId: organization.id,
  id,
});

const test = ({ alertTests: limit }: OrganizationLimits): Route<'organization'> =>
  serve(destinationActionsApi.sendTest, async ({ params }, context) =>
    requestedReply(await sendTest(context.db, refOf(params, context), context.actor, limit), limit),
  );

const pause = serve(destinationActionsApi.pause, async ({ params }, context) => {
  const { db, actor } = context;
  return { body: await readToWire(context, await setPaused(db, refOf(params, context), true, actor)) };
});

const resume = serve(destinationActionsApi.resume, async ({ params }, context) => {
  const { db, actor } = context;
  const ref = refOf(params, context);
  return { body: await readToWire(context, await withSettingErrors(() => setPaused(db, ref, false, actor))) };
});

const rotate = serve(destinationActionsApi.rotateSecret, async ({ params }, context) => {
  const { db, actor } = context;
  const signingSecret = newSigningSecret();
  const ref = refOf(params, context);
  const destination = await withSettingErrors(() => addSigningSecret(db, ref, signingSecret, actor));
  return { status: 201, body: { ...(await readToWire(context, destination)), signingSecret } };
});

const removePrevious = serve(destinationActionsApi.removePreviousSecret, async ({ params }, context) => {
  const { db, actor } = context;
  const ref = refOf(params, context);
  return { body: await readToWire(context, await withSettingErrors(() => removePreviousSecrets(db, ref, actor))) };
});

/** What is done with a destination beside changing it. */
export const destinationActionsRoutes = (limits: OrganizationLimits): readonly Route<'organization'>[] => [
  test(limits),
  pause,
  resume,
  rotate,
  removePrevious,
];
