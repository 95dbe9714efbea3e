import type { QuietHours } from '@sluice/contract';
import { isTimeZone } from '@sluice/reading';
import { isObject, optional, problemsOf, someOf, whole, type FieldRule, type FieldRules } from '../fieldRules.js';

const time: FieldRule = {
  expectation: 'a time such as "22:00"',
  accepts: (value) => typeof value === 'string' && /^([01]\d|2[0-3]):[0-5]\d$/.test(value),
};

const timeZone: FieldRule = {
  expectation: 'the IANA name of a time zone, such as "Europe/Berlin"',
  accepts: (value) => typeof value === 'string' && isTimeZone(value),
};

const QUIET_HOURS: FieldRules = {
  timeZone,
  from: time,
  to: time,
  days: optional(someOf('days, 1 (Monday) to 7 (Sunday)', whole(1, 7), 7)),
};

/** Returns every problem of quiet hours; empty: they are {@link QuietHours} or null. */
export function quietHoursProblems(value: unknown): readonly string[] {
  if (value === null) return [];
  const problems = problemsOf(value, QUIET_HOURS, 'quietHours');
  if (problems.length > 0 || !isObject(value) || value['from'] !== value['to']) return problems;
  return ['quietHours.to: must differ from quietHours.from'];
}

/** Whether a value is quiet hours or null. */
export const areQuietHours = (value: unknown): value is QuietHours | null => quietHoursProblems(value).length === 0;
