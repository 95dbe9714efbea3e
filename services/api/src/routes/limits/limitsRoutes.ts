import { EVENT_TYPES, HOURLY_CAP_TYPES, hourOf, startOfHour, type EventType, type SpikeLift } from '@sluice/contract';
import { findProject, liftOfProject, liftSpikeProtection } from '@sluice/db';
import {
  type ApiProject,
  type Route,
  boolean,
  count,
  defineRoute,
  described,
  listOf,
  named,
  nullable,
  object,
  oneOf,
  time,
} from '@sluice/management';
import type { CapReader } from '../../limits/createCapReader.js';

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

const refOf = ({ organizationSlug, slug }: ApiProject) => ({ organization: organizationSlug, project: slug });

const readCaps = (reader: CapReader): Route =>
  defineRoute({
    method: 'get',
    path: '/caps',
    tag: 'Limits',
    summary: 'Read the caps of this hour',
    description:
      'The counts are those that gateways decide by. 503 `counts_unavailable` while Redis does not answer. Unset limits have no cap.',
    permission: 'project:read',
    response: caps,
    handle: async (_request, { db, clock, project }) => {
      const now = clock();
      const hour = hourOf(now);
      const [{ settings }, lift, found] = await Promise.all([
        findProject(db, refOf(project)),
        liftOfProject(db, project.id),
        reader.read(project.organizationId, project.id, hour),
      ]);
      const applies = settings.spikeProtection && found.spikeFromMs !== null && now > found.spikeFromMs;
      return {
        body: {
          hour: new Date(startOfHour(hour)).toISOString(),
          endsAt: new Date(found.endsMs).toISOString(),
          spikeProtection: settings.spikeProtection,
          spikeFrom: found.spikeFromMs === null ? null : new Date(found.spikeFromMs).toISOString(),
          types: EVENT_TYPES.map((type) => {
            const { accepted, previous, spikeCap } = found.types[type];
            const lifted = isLifted(lift, hour, type);
            const [previousHour, hourBefore] = previous;
            return { type, accepted, previousHour, hourBefore, cap: applies ? spikeCap : null, lifted };
          }),
          events: {
            used: HOURLY_CAP_TYPES.reduce((sum, type) => sum + found.types[type].accepted, 0),
            limit: settings.eventsPerHour,
          },
          bytes: { used: found.bytes, limit: settings.bytesPerHour },
        },
      };
    },
  });

const isLifted = (lift: SpikeLift | null, hour: number, type: EventType): boolean =>
  lift?.hour === hour && lift.types.includes(type);

const lifted = named(
  'Lift',
  object({ types: described(listOf(oneOf(...EVENT_TYPES)), 'All types that are lifted.'), until: time }),
);

const liftCaps = defineRoute<unknown, { readonly types?: readonly EventType[] }, unknown>({
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
  handle: async ({ body }, { db, clock, project, actor }) => {
    const hour = hourOf(clock());
    const lift = { hour, types: body.types ?? EVENT_TYPES };
    const types = await liftSpikeProtection(db, refOf(project), lift, actor);
    return { body: { types, until: new Date(startOfHour(hour + 1)).toISOString() } };
  },
});

/** Operations on a project's hourly limits. */
export const limitsRoutes = (reader: CapReader): readonly Route[] => [readCaps(reader), liftCaps];
