import { endOfMonth, startOfHour, type DropKind, type Pool } from '@sluice/contract';
import type { ListedLoss } from '@sluice/db';
import type { AcceptedHours, Drop, ExpiringToken, HourCount, RefusedKeyDay, RefusedOriginDay } from './drop.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** A filter is reported from so many events in the hour, and this share of all events, in percent, ... */
export const FILTER_EVENTS = 100;
const FILTER_PERCENT = 50;
/** ... if the share is at least so many times that of the day before. */
const FILTER_FACTOR = 2;

/** Filters that people set to drop events: nothing is wrong if they do. */
export const ON_PURPOSE: readonly string[] = ['ingestion_off', 'sampled'];

/** An hour without events is a silence if so many of the seven days before had so many events in the same hour. */
const BUSY_DAYS = 3;
const BUSY_EVENTS = 100;

/** Refused requests of a day from which on they are reported. */
const REFUSED_REQUESTS = 10;

/** Percent of a monthly quota that are reported. */
const QUOTA_PERCENTS = [100, 80];

/** Days before its end on which a token is reported. */
const EXPIRY_DAYS = [1, 7];

/** The organization of each project. */
export type OrganizationOf = ReadonlyMap<string, string>;

const iso = (ms: number): string => new Date(ms).toISOString();
const dayOf = (ms: number): string => iso(ms).slice(0, 10);

type ProjectDrop = Pick<Drop, 'kind' | 'what' | 'occurrence' | 'lastMs' | 'details' | 'isOngoing'>;

/** The last moment of an hour or a day. */
const endOf = (startMs: number, periodMs: number): number => startMs + periodMs - 1;

/** Returns the drop of a project; none of a project that is deleted. */
function ofProject(organizationOf: OrganizationOf, projectId: string, drop: ProjectDrop): readonly Drop[] {
  const organizationId = organizationOf.get(projectId);
  return organizationId === undefined ? [] : [{ ...drop, organizationId, projectId }];
}

/** The kind of drop of a reason, and whether each type is reported separately. */
const KIND_OF: Readonly<Record<string, { readonly kind: DropKind; readonly byType: boolean }>> = {
  // The page that lifts spike protection lifts it for a type.
  spike: { kind: 'spike_cap', byType: true },
  backlog: { kind: 'backlog', byType: true },
  hourly_cap: { kind: 'hourly_cap', byType: false },
  byte_quota: { kind: 'byte_quota', byType: false },
};

/** Returns what caps, byte quotas and the backlog refuse: once an hour. */
export function rateLimitedDrops(counts: readonly HourCount[], organizationOf: OrganizationOf): readonly Drop[] {
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
    const about = { kind, what: type, occurrence: hour, lastMs: endOf(hourMs, HOUR_MS) };
    return ofProject(organizationOf, projectId, { ...about, details });
  });
}

/** Returns the filters that drop much in an hour: once a day if they begin to, and once a day if they go on. @param counts see `readFilteredHours` */
export function filterDrops(
  counts: readonly HourCount[],
  hourMs: number,
  organizationOf: OrganizationOf,
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
    const about = { what: reason, occurrence, lastMs: endOf(hourMs, HOUR_MS), isOngoing };
    return ofProject(organizationOf, projectId, { kind: 'filter', ...about, details });
  });
}

/** Returns the projects without events since an hour began: once for each silence. @param hourMs start of a whole hour */
export const silenceDrops = (
  projects: readonly AcceptedHours[],
  { hourMs, nowMs }: { readonly hourMs: number; readonly nowMs: number },
  organizationOf: OrganizationOf,
): readonly Drop[] =>
  projects.flatMap(({ projectId, lastHourMs, sameHours }) => {
    const busy = sameHours.filter((count) => count >= BUSY_EVENTS);
    if (lastHourMs === null || lastHourMs >= hourMs || busy.length < BUSY_DAYS) return [];
    const details = { minutes: Math.floor((nowMs - lastHourMs - HOUR_MS) / 60_000), usual: Math.min(...busy) };
    const about = { what: '', occurrence: iso(lastHourMs), lastMs: nowMs };
    return ofProject(organizationOf, projectId, { kind: 'silence', ...about, details });
  });

/** Returns the projects whose requests are refused because of their origin: once a day. */
export const refusedOriginDrops = (
  days: readonly RefusedOriginDay[],
  dayMs: number,
  organizationOf: OrganizationOf,
): readonly Drop[] =>
  days.flatMap(({ projectId, origin, count }) => {
    if (count < REFUSED_REQUESTS) return [];
    const details = { origin: origin === '' ? '(none)' : origin, count, day: dayOf(dayMs) };
    const about = { what: '', occurrence: dayOf(dayMs), lastMs: endOf(dayMs, DAY_MS) };
    return ofProject(organizationOf, projectId, { kind: 'refused_origin', ...about, details });
  });

/** Returns the disabled keys that are still used: each once a day. */
export const refusedKeyDrops = (
  days: readonly RefusedKeyDay[],
  dayMs: number,
  organizationOf: OrganizationOf,
): readonly Drop[] =>
  days.flatMap(({ projectId, key, label, disabledMs, count }) => {
    if (count < REFUSED_REQUESTS) return [];
    const details = { key, label, disabledAt: iso(disabledMs), count, day: dayOf(dayMs) };
    const about = { what: key, occurrence: dayOf(dayMs), lastMs: endOf(dayMs, DAY_MS) };
    return ofProject(organizationOf, projectId, { kind: 'disabled_key', ...about, details });
  });

/** The use of a monthly quota. */
export interface QuotaUse {
  readonly organizationId: string;
  readonly pool: Pool;
  readonly count: number;
  readonly limit: number;
  /** YYYYMM. */
  readonly month: number;
}

/** Returns the monthly quotas of which 80 % or all is used: each once for a month and limit, the higher only if both are new. */
export const quotaDrops = (uses: readonly QuotaUse[]): readonly Drop[] =>
  uses.flatMap(({ organizationId, pool, count, limit, month }) => {
    const percent = limit === 0 ? 100 : Math.floor((100 * count) / limit);
    const reached = QUOTA_PERCENTS.find((one) => percent >= one);
    // A quota of 0 accepts nothing: that is a decision, not news.
    if (reached === undefined || limit === 0) return [];
    const about = { kind: 'monthly_quota', organizationId, projectId: null, what: `${pool}:${reached}` } as const;
    const lastMs = endOfMonth(month) - 1;
    return [{ ...about, occurrence: `${month} ${limit}`, lastMs, details: { percent, pool, count, limit, month } }];
  });

/** Returns losses as an organization reports them: each hour and type once. */
export const lossDrops = (losses: readonly ListedLoss[], organizationId: string): readonly Drop[] =>
  losses.map(({ type, hour, lost, foundMs }) => {
    const occurrence = iso(startOfHour(hour));
    const about = { kind: 'losses', organizationId, projectId: null, what: type, occurrence } as const;
    return { ...about, lastMs: foundMs, details: { count: lost, type, hour: occurrence } };
  });

/**
 * Returns the tokens that expire: once a week and once a day before, but only those that live longer than that. One that has expired had its
 * last day.
 */
export const tokenDrops = (tokens: readonly ExpiringToken[], nowMs: number): readonly Drop[] =>
  tokens.flatMap(({ organizationId, id, hint, createdMs, expiresMs }) => {
    const days = EXPIRY_DAYS.find((one) => expiresMs - nowMs <= one * DAY_MS);
    if (days === undefined || expiresMs - createdMs <= days * DAY_MS) return [];
    const about = { kind: 'token_expiry', organizationId, projectId: null, what: id } as const;
    const expiresAt = iso(expiresMs);
    const occurrence = `${expiresAt} ${days}`;
    return [{ ...about, occurrence, lastMs: expiresMs, details: { hint, expiresAt, days } }];
  });
