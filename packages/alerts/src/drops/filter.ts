import { hourOf, startOfHour } from '@sluice/contract';
import { counted, hourName, number, text } from '../words/details.js';
import { dayOf, endOfHour, iso, ofProject, type Drop, type DropKindOf, type DropSearch } from './drop.js';
import type { HourCount } from './dropFacts.js';
import { countedFrom } from './searchWindow.js';

/** A filter is reported from so many events in the hour, and this share of all events, in percent, ... */
const FILTER_EVENTS = 100;
const FILTER_PERCENT = 50;
/** ... if the share is at least so many times that of the day before. */
const FILTER_FACTOR = 2;

/** Filters that are meant to drop events. */
const ON_PURPOSE: readonly string[] = ['ingestion_off', 'sampled'];

const search: DropSearch = {
  name: 'filters',
  find: async (facts, { organizationOf }, window) => {
    const drops: Drop[] = [];
    const filters = { events: FILTER_EVENTS, except: ON_PURPOSE };
    const hours = await facts.filteringProjects(startOfHour(hourOf(countedFrom(window))), filters);
    for (const [hourMs, projectIds] of hours)
      drops.push(...filterDrops(await facts.filteredHours(hourMs, projectIds), hourMs, organizationOf));
    return { drops, untilMs: window.nowMs };
  },
};

/**
 * Returns the filters that drop much in an hour: once a day if they begin to, and once a day if they go on.
 * @param counts see `DropFacts.filteredHours`
 */
export function filterDrops(
  counts: readonly HourCount[],
  hourMs: number,
  organizationOf: ReadonlyMap<string, string>,
): readonly Drop[] {
  const totals = new Map<string, number>();
  const key = (projectId: string, isNow: boolean): string => `${projectId}/${isNow}`;
  for (const { projectId, hourMs: ms, count } of counts) {
    const name = key(projectId, ms === hourMs);
    totals.set(name, count + (totals.get(name) ?? 0));
  }
  const share = ({ projectId, hourMs: ms, count }: HourCount): number =>
    (100 * count) / (totals.get(key(projectId, ms === hourMs)) ?? count);
  const filtered = counts.filter(({ outcome, reason }) => outcome === 'filtered' && !ON_PURPOSE.includes(reason));
  return filtered.flatMap((now) => {
    const { projectId, reason, count } = now;
    if (now.hourMs !== hourMs || count < FILTER_EVENTS || share(now) < FILTER_PERCENT) return [];
    const earlier = filtered.find(
      (one) => one.projectId === projectId && one.reason === reason && one.hourMs !== hourMs,
    );
    const before = earlier === undefined ? 0 : share(earlier);
    const isOngoing = share(now) < FILTER_FACTOR * before;
    const details = { reason, count, percent: Math.floor(share(now)), before: Math.floor(before), hour: iso(hourMs) };
    const occurrence = `${dayOf(hourMs)}${isOngoing ? '/ongoing' : ''}`;
    const about = { what: reason, occurrence, lastMs: endOfHour(hourMs), isOngoing };
    return ofProject(organizationOf, projectId, { kind: 'filter', ...about, details });
  });
}

/** A filter drops many events. It lasts for more than the day in which it began: see `isOngoing`. */
export const filter: DropKindOf<'filter'> = {
  kind: 'filter',
  when: 'a filter starts to drop many events',
  label: 'Filter',
  title: 'A filter drops many events',
  plural: 'filters that drop many events',
  search,
  lasts: true,
  reason: (details, at) =>
    `The filter ${text(details, 'reason')} dropped ${counted(details, 'event')} ${hourName(details, at)}, ${number(details, 'percent')} % of all events; on the day before, the share was ${number(details, 'before')} %.`,
};
