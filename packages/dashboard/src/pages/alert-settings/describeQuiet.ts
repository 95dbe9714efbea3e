import { joinWords } from '../../lib/joinWords';
import type { Destination } from '../alerts/alertTypes';

/** Names of the days, Monday first. */
export const DAY_NAMES = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;

const WEEK = DAY_NAMES.length;

/** Returns the quiet hours of a destination in words: `quiet 22:00–07:00 Europe/Berlin, Sat and Sun`; undefined without any. */
export function describeQuiet(quietHours: Destination['quietHours']): string | undefined {
  if (quietHours === null) return undefined;
  const { from, to, timeZone, days = [] } = quietHours;
  const names = days.map((day) => DAY_NAMES[day - 1] ?? String(day));
  return `quiet ${from}–${to} ${timeZone}${names.length === 0 || names.length === WEEK ? '' : `, ${joinWords(names, 'and')}`}`;
}
