import { limitsApi } from '@sluice/api-contract';
import { EVENT_TYPES, HOURLY_CAP_TYPES, hourOf, startOfHour, type EventType, type SpikeLift } from '@sluice/contract';
import { findProject, liftOfProject, liftSpikeProtection } from '@sluice/db';
import { type ApiProject, type Route, serve } from '@sluice/management';
import type { CapReader } from '../../limits/createCapReader.js';

const refOf = ({ organizationSlug, slug }: ApiProject) => ({ organization: organizationSlug, project: slug });

const readCaps = (reader: CapReader): Route =>
  serve(limitsApi.readCaps, async (_request, { db, clock, project }) => {
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
  });

const isLifted = (lift: SpikeLift | null, hour: number, type: EventType): boolean =>
  lift?.hour === hour && lift.types.includes(type);

const liftCaps = serve(limitsApi.liftCaps, async ({ body }, { db, clock, project, actor }) => {
  const hour = hourOf(clock());
  const lift = { hour, types: body.types ?? EVENT_TYPES };
  const types = await liftSpikeProtection(db, refOf(project), lift, actor);
  return { body: { types, until: new Date(startOfHour(hour + 1)).toISOString() } };
});

/** Operations on a project's hourly limits. */
export const limitsRoutes = (reader: CapReader): readonly Route[] => [readCaps(reader), liftCaps];
