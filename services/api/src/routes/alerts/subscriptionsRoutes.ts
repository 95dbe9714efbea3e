import { listSubscriptions, setSubscription } from '@sluice/alerts';
import { subscriptionsApi } from '@sluice/api-contract';
import { findProject } from '@sluice/db';
import { serve, type Route } from '@sluice/management';
import { memberOf } from './memberOf.js';

const list = serve(subscriptionsApi.list, async (_request, { db, organization, actor }) => ({
  body: { data: await listSubscriptions(db, memberOf(organization, actor)) },
}));

const change = serve(subscriptionsApi.change, async ({ body }, { db, organization, actor }) => {
  const member = memberOf(organization, actor);
  const { slug } = organization;
  const projectId =
    body.project === null ? '0' : (await findProject(db, { organization: slug, project: body.project })).id;
  await setSubscription(db, member, projectId, body.channel);
  return { body: { data: await listSubscriptions(db, member) } };
});

/** Subscriptions of the member who asks. */
export const subscriptionsRoutes: readonly Route<'organization'>[] = [list, change];
