import { ALERT_CHANNELS } from '@sluice/contract';
import type { Descriptions } from '../description.js';
import { described, listOf, named, nullable, object } from '../schema/shapes.js';
import { oneOf, text } from '../schema/values.js';

const PATH = '/organizations/{org}/alerts/subscriptions';

const channel = described(
  oneOf(...ALERT_CHANNELS),
  '`mail`: email and inbox. `inbox`: the inbox alone. `none`: nothing.',
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

/** Subscriptions of the member who asks. */
export const subscriptionsApi = {
  list: {
    scope: 'organization',
    method: 'get',
    path: PATH,
    tag: 'Alerts',
    summary: 'List own subscriptions',
    description: 'What the user of the session or token receives of destinations of the kind `members`.',
    permission: 'project:read',
    response,
  },
  change: {
    scope: 'organization',
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
  },
} as const satisfies Descriptions;
