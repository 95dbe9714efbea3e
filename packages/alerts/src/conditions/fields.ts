import { line, optional, whole, word } from '../fieldRules.js';

const DAY_MINUTES = 1_440;

/** The longest name of an endpoint, metric, attribute or environment. */
export const LONGEST_NAME = 250;

/** The largest count that a condition compares with. */
export const MAX_COUNT = 1_000_000_000;

/** The window of a condition. */
export const windowMinutes = whole(1, DAY_MINUTES, 'minutes');

/** The environment that events are of. */
export const environment = optional(line(LONGEST_NAME));

/** Fields of every condition about a series, but its threshold. */
export const BOUNDS = {
  direction: word('above', 'below'),
  windowMinutes,
  forMinutes: whole(0, DAY_MINUTES, 'minutes'),
} as const;
