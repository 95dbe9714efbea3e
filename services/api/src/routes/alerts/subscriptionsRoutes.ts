import { ALERT_CHANNELS } from '@sluice/contract';
import { listSubscriptions, setSubscription, type AlertChannel } from '@sluice/alerts';
import { findProject } from '@sluice/db';
import { described, listOf, named, nullable, object, oneOf, text } from '@sluice/api-contract';
import { defineOrganizationRoute, type Route } from '@sluice/management';
import { memberOf } from './memberOf.js';

const PATH = '/organizations/{org}/alerts/subscriptions';

const channel = described(
  oneOf(...ALERT_CHANNELS),
  '`mail`: mail and inbox. `inbox`: the inbox alone. `none`: nothing.',
);

const response = object({
  data: described(
    listOf(
      named(
        'AlertSubscription',
        object({ project: described(nullable(text()), 'Slug; null: all projects without a choice.'), channel }),
      ),
    ),
    'Without a choice for a project or for all, the channel is `mail`.',
  ),
});

interface ChoiceBody {
  readonly project: string | null;
  readonly channel: AlertChannel | null;
}

const list = defineOrganizationRoute({
  method: 'get',
  path: PATH,
  tag: 'Alerts',
  summary: 'List own subscriptions',
  description: 'What the user of the session or token receives of destinations of the kind `members`.',
  permission: 'project:read',
  response,
  handle: async (_request, { db, organization, actor }) => ({
    body: { data: await listSubscriptions(db, memberOf(organization, actor)) },
  }),
});

const change = defineOrganizationRoute<unknown, ChoiceBody, unknown>({
  method: 'patch',
  path: PATH,
  tag: 'Alerts',
  summary: 'Change an own subscription',
  description: 'Of one project, or of all without a choice of their own.',
  permission: 'project:read',
  body: object({
    project: described(nullable(text(63)), 'Slug; null: all projects without a choice.'),
    channel: described(nullable(oneOf(...ALERT_CHANNELS)), 'null: no choice.'),
  }),
  response,
  handle: async ({ body }, { db, organization, actor }) => {
    const member = memberOf(organization, actor);
    const { slug } = organization;
    const projectId =
      body.project === null ? '0' : (await findProject(db, { organization: slug, project: body.project })).id;
    await setSubscription(db, member, projectId, body.channel);
    return { body: { data: await listSubscriptions(db, member) } };
  },
});

/** Subscriptions of the member who asks. */
export const subscriptionsRoutes: readonly Route<'organization'>[] = [list, change];
