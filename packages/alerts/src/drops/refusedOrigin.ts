import { counted, dayName, text } from '../words/details.js';
import { dayOf, type Drop, type DropKindOf, endOfDay, inDays, ofProject } from './drop.js';
import type { RefusedOriginDay } from './dropFacts.js';

/** Refused requests of a day from which on they are reported. */
export const REFUSED_REQUESTS = 10;

/** Stored instead of an origin: most requests named none. */
const NO_ORIGIN = '(none)';

/** Returns the projects whose requests are refused because of their origin: once a day. */
export const refusedOriginDrops = (
  days: readonly RefusedOriginDay[],
  dayMs: number,
  organizationOf: ReadonlyMap<string, string>,
): readonly Drop[] =>
  days.flatMap(({ projectId, origin, count }) => {
    if (count < REFUSED_REQUESTS) return [];
    const details = { origin: origin === '' ? NO_ORIGIN : origin, count, day: dayOf(dayMs) };
    const about = { what: '', occurrence: dayOf(dayMs), lastMs: endOfDay(dayMs) };
    return ofProject(organizationOf, projectId, { kind: 'refused_origin', ...about, details });
  });

/** Requests come from origins that are not allowed. */
export const refusedOrigin: DropKindOf<'refused_origin'> = {
  kind: 'refused_origin',
  when: 'an origin is refused',
  label: 'Refused origin',
  title: 'An origin is refused',
  plural: 'origins are refused',
  search: {
    name: 'refused_origins',
    find: (facts, { organizationOf }, window) =>
      inDays(window, async (dayMs) => refusedOriginDrops(await facts.refusedOrigins(dayMs), dayMs, organizationOf)),
  },
  reason: (details, at) => {
    const origin = text(details, 'origin');
    const most = origin === NO_ORIGIN ? 'without an Origin or Referer header' : `from ${origin}`;
    return `${counted(details, 'request')} ${dayName(details, at)} came from origins that are not allowed, most often ${most}.`;
  },
};
