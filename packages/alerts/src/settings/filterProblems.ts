import { EXCEPTION_LEVELS, globListProblem, MAX_GLOB_LENGTH, type AlertFilters } from '@sluice/contract';
import { CONDITIONS } from '../conditions/conditions.js';
import { areConditions } from './conditionProblems.js';
import { isObject, line, listOf, optional, problemsOf, word, type FieldRule, type FieldRules } from '../fieldRules.js';

const MAX_ENTRIES = 100;
const MAX_TAGS = 10;
const LONGEST_TAG = 1_000;

const globs = listOf('patterns, in which * matches any text,', line(MAX_GLOB_LENGTH), MAX_ENTRIES);

const tag: FieldRule = {
  expectation: 'a tag',
  accepts: (value) =>
    isObject(value) &&
    Object.keys(value).every((name) => name === 'key' || name === 'value') &&
    line(LONGEST_TAG).accepts(value['key']) &&
    line(LONGEST_TAG).accepts(value['value']),
};

const FILTERS: FieldRules = {
  levels: optional(
    listOf(`levels (${EXCEPTION_LEVELS.join(', ')})`, word(...EXCEPTION_LEVELS), EXCEPTION_LEVELS.length),
  ),
  environments: optional(globs),
  releases: optional(globs),
  urls: optional(globs),
  tags: optional(listOf('tags such as {"key": "plan", "value": "pro"}', tag, MAX_TAGS)),
};

/** Returns every problem of a rule's filters; empty: they are {@link AlertFilters}. */
export const filterProblems = (value: unknown): readonly string[] => problemsOf(value, FILTERS, 'filters');

/**
 * Returns a problem for each list of patterns that costs too much to match. @param before the stored filters: their lists
 * keep working
 */
export function costlyFilterProblems(filters: AlertFilters, before: AlertFilters = {}): readonly string[] {
  return (['environments', 'releases', 'urls'] as const).flatMap((name) => {
    const problem =
      JSON.stringify(filters[name]) === JSON.stringify(before[name]) ? undefined : globListProblem(filters[name] ?? []);
    return problem === undefined ? [] : [`filters.${name}${problem}`];
  });
}

/** Whether a value is filters of a rule. */
export const areFilters = (value: unknown): value is AlertFilters => filterProblems(value).length === 0;

/** Returns a problem for each filter that a condition of the rule would ignore. */
export function unusedFilterProblems(conditions: unknown, filters: unknown): readonly string[] {
  if (!areConditions(conditions) || !areFilters(filters)) return [];
  const given = (Object.keys(filters) as (keyof AlertFilters)[]).filter((name) => (filters[name]?.length ?? 0) > 0);
  return conditions.flatMap(({ kind }, index) => {
    const used = CONDITIONS[kind].filters;
    const unused = used === undefined ? [] : given.filter((name) => !used.includes(name));
    return unused.map(
      (name) => `filters.${name}: does not apply to conditions[${index}] of the kind "${kind}"; use a rule of its own`,
    );
  });
}
