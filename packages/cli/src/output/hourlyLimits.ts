import { EVENT_TYPES, HOURLY_CAP_TYPES, type ProjectSettings } from '@sluice/contract';
import type { ProjectCaps } from '@sluice/redis';
import type { Style } from './style.js';
import { table } from './table.js';
import { NO_LIMIT } from './settingFacts.js';
import { bytesText, countText, momentText, plural } from './words.js';

/** A limit of a project in the current hour. */
export interface HourlyLimit {
  /** A type, `4 types` for those that `eventsPerHour` counts together, or `all`. */
  readonly types: string;
  /** Unit: events or bytes. */
  readonly used: number;
  /** `null` if no limit applies. */
  readonly limit: number | null;
  readonly reason: 'spike' | 'hourly_cap' | 'byte_quota';
  /** Reason for the limit, or why there is none. */
  readonly why: string;
}

/** Returns the limits that gateways apply to a project: spike protection per type, events and bytes per hour. */
export function hourlyLimits(
  { spikeProtection, eventsPerHour, bytesPerHour }: ProjectSettings,
  caps: ProjectCaps,
  nowMs: number,
): readonly HourlyLimit[] {
  const missing = whyNoSpikeCap(spikeProtection, caps.spikeFromMs, nowMs);
  const spikes = EVENT_TYPES.map((type): HourlyLimit => {
    const { accepted, previous, spikeCap } = caps.types[type];
    const sum = previous[0] + previous[1];
    const basis = `previous 2 h: ${previous.map(countText).join(' + ')}`;
    const why = missing ?? (sum < spikeCap ? `minimum; ${basis}` : basis);
    return { types: type, used: accepted, limit: missing === undefined ? spikeCap : null, reason: 'spike', why };
  });
  const capped = HOURLY_CAP_TYPES.reduce((sum, type) => sum + caps.types[type].accepted, 0);
  return [
    ...spikes,
    {
      types: `${HOURLY_CAP_TYPES.length} types`,
      used: capped,
      limit: eventsPerHour,
      reason: 'hourly_cap',
      why: whyOf('eventsPerHour', eventsPerHour),
    },
    {
      types: 'all',
      used: caps.bytes,
      limit: bytesPerHour,
      reason: 'byte_quota',
      why: whyOf('bytesPerHour', bytesPerHour),
    },
  ];
}

const whyOf = (setting: string, limit: number | null): string =>
  limit === null ? `${setting} is ${NO_LIMIT}` : `setting ${setting}`;

function whyNoSpikeCap(isOn: boolean, fromMs: number | null, nowMs: number): string | undefined {
  if (!isOn) return 'spikeProtection is off';
  if (fromMs === null) return 'starts 2 h after the first event';
  return nowMs > fromMs ? undefined : `starts at ${momentText(new Date(fromMs))}`;
}

/** Formats a limit with its unit. */
export const limitAmount = (count: number, reason: HourlyLimit['reason']): string =>
  reason === 'byte_quota' ? bytesText(count) : plural(count, 'event');

/** Formats the used amount of a limit with its unit; bytes are rounded down. */
export const usedAmount = (count: number, reason: HourlyLimit['reason']): string =>
  reason === 'byte_quota' ? bytesText(count, Math.floor) : plural(count, 'event');

/** Formats limits as a table. */
export function hourlyLimitTable(limits: readonly HourlyLimit[], style: Style): string {
  const rows = limits.map(({ types, used, limit, reason, why }) => [
    types,
    reason,
    reason === 'byte_quota' ? usedAmount(used, reason) : countText(used),
    limit === null ? NO_LIMIT : limitAmount(limit, reason),
    why,
  ]);
  const columns = [
    { title: 'TYPE' },
    { title: 'LIMIT' },
    { title: 'THIS HOUR', align: 'right' as const },
    { title: 'AT MOST', align: 'right' as const },
    { title: 'BECAUSE' },
  ];
  return table(columns, rows, style);
}
