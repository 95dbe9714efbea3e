import { EVENT_TYPES } from '@sluice/contract';
import type { Descriptions } from '../description.js';
import { named, object, described, nullable, listOf } from '../schema/shapes.js';
import { time, boolean, oneOf, count } from '../schema/values.js';

const use = (unit: string) =>
  object({ used: described(count, `In ${unit}, in this hour.`), limit: described(nullable(count), 'null: no limit.') });

const typeCap = object({
  type: oneOf(...EVENT_TYPES),
  accepted: described(count, 'Events accepted in this hour.'),
  previousHour: count,
  hourBefore: described(count, 'Events accepted in the hour before the previous one.'),
  cap: described(
    nullable(count),
    'The sum of the events accepted in the previous two hours, at least 1,000; null if spike protection does not apply now.',
  ),
  lifted: described(boolean, 'Whether the cap is lifted until the end of the hour.'),
});

const caps = named(
  'Caps',
  object({
    hour: described(time, 'Start of the hour.'),
    endsAt: described(time, 'When the hour ends and all caps reset.'),
    spikeProtection: described(boolean, 'The setting.'),
    spikeFrom: described(
      nullable(time),
      'When spike protection begins to apply; null before the first accepted event.',
    ),
    types: listOf(typeCap),
    events: described(use('events'), 'The setting `eventsPerHour`: exceptions, logs, hits and replays together.'),
    bytes: described(use('bytes'), 'The setting `bytesPerHour`.'),
  }),
);

const lifted = named(
  'Lift',
  object({ types: described(listOf(oneOf(...EVENT_TYPES)), 'All types that are lifted.'), until: time }),
);

/** Operations on a project's hourly limits. */
export const limitsApi = {
  readCaps: {
    scope: 'project',
    method: 'get',
    path: '/caps',
    tag: 'Limits',
    summary: 'Read the caps of this hour',
    description:
      'The counts are those that gateways decide by. 503 `counts_unavailable` while Redis does not answer. Unset limits have no cap.',
    permission: 'project:read',
    response: caps,
  },
  liftCaps: {
    scope: 'project',
    method: 'post',
    path: '/caps/lift',
    tag: 'Limits',
    summary: 'Lift spike protection for this hour',
    description:
      'Until the top of the hour, spike protection caps none of these types (all by default); `eventsPerHour`, `bytesPerHour` and ' +
      'monthly quotas still apply. Gateways apply it within two seconds. Events accepted meanwhile count for the caps of the next two hours.',
    permission: 'settings:write',
    body: object({ types: listOf(oneOf(...EVENT_TYPES)) }, ['types']),
    response: lifted,
  },
} as const satisfies Descriptions;
