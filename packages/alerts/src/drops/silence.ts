import { MINUTE_MS, HOUR_MS } from '@sluice/contract';
import { counted } from '../words/details.js';
import { iso, ofProject, type Drop, type DropKindOf, type DropSearch } from './drop.js';
import type { AcceptedHours } from './dropFacts.js';
import { lastHour, periodsOf } from './searchWindow.js';

/** An hour without events is a silence if so many of the seven days before had so many events in the same hour. */
const BUSY_DAYS = 3;
const BUSY_EVENTS = 100;

/**
 * Searches the last hour and those that no evaluation has searched: a project may send in one hour of a day only. Events since then end
 * a silence, whichever hour it began in.
 */
const search: DropSearch = {
  name: 'silence',
  find: async (facts, { organizationOf }, { nowMs, settledMs, sinceMs }) => {
    const lastMs = lastHour(nowMs);
    if (settledMs < lastMs + HOUR_MS) return { drops: [], untilMs: undefined };
    const drops: Drop[] = [];
    for (const hourMs of periodsOf(Math.min(sinceMs, lastMs), lastMs, HOUR_MS))
      drops.push(...silenceDrops(await facts.acceptedHours(hourMs), { hourMs, nowMs }, organizationOf));
    return { drops, untilMs: lastMs + HOUR_MS };
  },
};

/** Returns the projects without events since an hour began: once for each silence. @param hourMs start of a whole hour */
export const silenceDrops = (
  projects: readonly AcceptedHours[],
  { hourMs, nowMs }: { readonly hourMs: number; readonly nowMs: number },
  organizationOf: ReadonlyMap<string, string>,
): readonly Drop[] =>
  projects.flatMap(({ projectId, lastHourMs, sameHours }) => {
    const busy = sameHours.filter((count) => count >= BUSY_EVENTS);
    if (lastHourMs === null || lastHourMs >= hourMs || busy.length < BUSY_DAYS) return [];
    const details = { minutes: Math.floor((nowMs - lastHourMs - HOUR_MS) / MINUTE_MS), usual: Math.min(...busy) };
    const about = { what: '', occurrence: iso(lastHourMs), lastMs: nowMs };
    return ofProject(organizationOf, projectId, { kind: 'silence', ...about, details });
  });

/** A project that usually has events has none. */
export const silence: DropKindOf<'silence'> = {
  kind: 'silence',
  when: 'a project sends no events',
  label: 'Silence',
  title: 'The project is silent',
  plural: 'silent projects',
  search,
  lasts: true,
  reason: (details) =>
    `No event arrived for ${counted(details, 'minute', 'minutes')}. In the same hour on earlier days, at least ${counted(details, 'event', 'usual')} arrived.`,
};
