import { isObject } from '@sluice/contract';
import { isTimeZone } from '@sluice/reading';
import { listOf, optional, problemsOf, whole, type FieldRule, type FieldRules } from '../fields/field.js';

const time: FieldRule = {
  expectation: 'a time such as "22:00"',
  accepts: (value) => typeof value === 'string' && /^([01]\d|2[0-3]):[0-5]\d$/.test(value),
};

const timeZone: FieldRule = {
  expectation: 'the IANA name of a time zone, such as "Europe/Berlin"',
  accepts: (value) => typeof value === 'string' && isTimeZone(value),
};

const FIELDS: FieldRules = {
  timeZone,
  from: time,
  to: time,
  days: optional(listOf('days, 1 (Monday) to 7 (Sunday)', whole(1, 7), 7, 1)),
};

function problemsAt(value: unknown, path: string): readonly string[] {
  if (value === null) return [];
  const problems = problemsOf(value, FIELDS, path);
  if (problems.length > 0 || !isObject(value) || value['from'] !== value['to']) return problems;
  return [`${path}.to: must differ from ${path}.from`];
}

/** The quiet hours of a destination; null: none. */
export const quietHours: FieldRule = {
  expectation: 'quiet hours or null',
  accepts: (value) => problemsAt(value, '').length === 0,
  problemsAt,
};
