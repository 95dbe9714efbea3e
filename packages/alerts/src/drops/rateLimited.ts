import { hourOf, startOfHour } from '@sluice/contract';
import { endOfHour, iso, ofProject, type Drop, type DropSearch } from './drop.js';
import type { HourCount } from './dropFacts.js';
import { countedFrom, lastHour } from './searchWindow.js';

/** The kind of drop of a reason, and whether each type is reported separately. */
const KIND_OF: Readonly<Record<string, { readonly kind: string; readonly byType: boolean }>> = {
  // The page that lifts spike protection lifts it for a type.
  spike: { kind: 'spike_cap', byType: true },
  backlog: { kind: 'backlog', byType: true },
  hourly_cap: { kind: 'hourly_cap', byType: false },
  byte_quota: { kind: 'byte_quota', byType: false },
};

/** What caps, byte quotas and the backlog refuse. The hour before, too: refusals are stored some seconds after they happen. */
export const rateLimited: DropSearch = {
  name: 'rate_limited',
  find: async (facts, { organizationOf }, window) => {
    const fromMs = Math.min(lastHour(window.nowMs), startOfHour(hourOf(countedFrom(window))));
    return { drops: rateLimitedDrops(await facts.rateLimited(fromMs), organizationOf), untilMs: window.nowMs };
  },
};

/** Returns what caps, byte quotas and the backlog refuse: once an hour. */
export function rateLimitedDrops(
  counts: readonly HourCount[],
  organizationOf: ReadonlyMap<string, string>,
): readonly Drop[] {
  const totals = new Map<string, HourCount>();
  for (const count of counts) {
    const found = KIND_OF[count.reason];
    if (found === undefined) continue;
    const type = found.byType ? count.type : '';
    const key = [count.projectId, count.reason, type, count.hourMs].join('/');
    totals.set(key, { ...count, type, count: count.count + (totals.get(key)?.count ?? 0) });
  }
  return [...totals.values()].flatMap(({ projectId, reason, type, hourMs, count }) => {
    const hour = iso(hourMs);
    const details = { count, hour, ...(type === '' ? {} : { type }) };
    const kind = KIND_OF[reason]?.kind;
    if (kind === undefined) return [];
    const about = { kind, what: type, occurrence: hour, lastMs: endOfHour(hourMs) };
    return ofProject(organizationOf, projectId, { ...about, details });
  });
}
