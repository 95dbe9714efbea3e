import { EXCEPTION_LEVELS, MAX_GLOB_LENGTH } from '@sluice/contract';
import { described, group, line, listOf, optional, word, type FieldsValue } from './field.js';

const MAX_ENTRIES = 100;
const MAX_TAGS = 10;
const LONGEST_TAG = 1_000;

const globs = listOf('patterns, in which * matches any text,', line(MAX_GLOB_LENGTH), MAX_ENTRIES);

const levels = EXCEPTION_LEVELS.join(', ');
const tag = group({ key: line(LONGEST_TAG), value: line(LONGEST_TAG) }, 'a tag');

/** The filters of a rule. */
export const FILTERS = {
  levels: optional(listOf<string>(`levels (${levels})`, word(...EXCEPTION_LEVELS), EXCEPTION_LEVELS.length)),
  environments: optional(described(globs, 'Globs that match the whole text.')),
  releases: optional(globs),
  urls: optional(globs),
  tags: optional(listOf('tags such as {"key": "plan", "value": "pro"}', tag, MAX_TAGS)),
};

/** Which events of issues fire a rule; all given parts must match, one of the values of each. Globs as in protocol 2.9. */
export type AlertFilters = FieldsValue<typeof FILTERS>;
