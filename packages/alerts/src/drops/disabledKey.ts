import { SERVER_KEY_PREFIX } from '@sluice/contract';
import { counted, dayName, text, type FiringDetails } from '../words/details.js';
import { dayOf, type Drop, type DropKindOf, endOfDay, inDays, iso, ofProject } from './drop.js';
import type { RefusedKeyDay } from './dropFacts.js';
import { REFUSED_REQUESTS } from './refusedOrigin.js';

/** Returns the disabled keys that are still used: each once a day. */
export const refusedKeyDrops = (
  days: readonly RefusedKeyDay[],
  dayMs: number,
  organizationOf: ReadonlyMap<string, string>,
): readonly Drop[] =>
  days.flatMap(({ projectId, key, label, disabledMs, count }) => {
    if (count < REFUSED_REQUESTS) return [];
    const details = { key, label, disabledAt: iso(disabledMs), count, day: dayOf(dayMs) };
    const about = { what: key, occurrence: dayOf(dayMs), lastMs: endOfDay(dayMs) };
    return ofProject(organizationOf, projectId, { kind: 'disabled_key', ...about, details });
  });

/** Returns the key of a firing as the dashboard shows it, with its label and when it was disabled. */
function keyName(details: FiringDetails): string {
  const [key, label, disabledAt] = ['key', 'label', 'disabledAt'].map((name) => text(details, name));
  const shown = key?.startsWith(SERVER_KEY_PREFIX) === true ? `${key}…` : key;
  const when = disabledAt === '' ? 'is disabled' : `was disabled on ${disabledAt?.slice(0, 10)}`;
  return `the key ${shown}${label === '' ? '' : ` (${label})`}, which ${when}`;
}

/** A disabled key is still used. */
export const disabledKey: DropKindOf<'disabled_key'> = {
  kind: 'disabled_key',
  when: 'a disabled key is used',
  label: 'Disabled key',
  title: 'A disabled key is used',
  plural: 'disabled keys are used',
  search: {
    name: 'refused_keys',
    find: (facts, { organizationOf }, window) =>
      inDays(window, async (dayMs) => refusedKeyDrops(await facts.refusedKeys(dayMs), dayMs, organizationOf)),
  },
  page: (pages) => pages.keys(),
  reason: (details, at) =>
    `${counted(details, 'request')} ${dayName(details, at)} used ${keyName(details)}. Find the application that still uses it and give it an enabled key.`,
};
