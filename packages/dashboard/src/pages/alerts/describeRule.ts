import { conditionText } from '@sluice/alerts/kinds';
import { formatDuration } from '../../lib/format';
import { joinWords } from '../../lib/joinWords';
import type { Filters, Rule } from './alertTypes';

/** A rule in words. */
export interface DescribedRule {
  /** `When an issue is new or a resolved issue is back`. */
  readonly when: string;
  /** `only level fatal or error, in production`; undefined without filters. */
  readonly only: string | undefined;
  /** Names of destinations; empty: no destination. */
  readonly to: readonly string[];
  /** `at most once in 1 h for the same issue`, `as a digest of 15 min`. */
  readonly pace: readonly string[];
}

/** What a description needs of a rule: also of one that is not saved. */
type Describable = Pick<Rule, 'conditions' | 'filters' | 'destinationIds' | 'cooldownSeconds' | 'digestSeconds'>;

/** Conditions that are named; more are counted. */
const MOST_CONDITIONS = 4;

/** Returns a rule in words. @param names of destinations, by id */
export function describeRule(rule: Describable, names: ReadonlyMap<string, string>): DescribedRule {
  const { conditions, filters, destinationIds, cooldownSeconds, digestSeconds } = rule;
  // A count of one would take as much room as its words.
  const most = conditions.length === MOST_CONDITIONS + 1 ? conditions.length : MOST_CONDITIONS;
  const shown = conditions.slice(0, most).map(conditionText);
  const rest = conditions.length - shown.length;
  return {
    when: `When ${joinWords(rest === 0 ? shown : [...shown, `any of ${rest} other conditions holds`], 'or')}`,
    only: describeFilters(filters),
    to: destinationIds.map((id) => names.get(id) ?? 'a deleted destination'),
    pace: [
      ...(cooldownSeconds === 0
        ? []
        : [`at most once in ${formatDuration(cooldownSeconds * 1_000)} for the same issue, series or drop`]),
      ...(digestSeconds === 0 ? [] : [`as a digest of ${formatDuration(digestSeconds * 1_000)}`]),
    ],
  };
}

/** Returns filters in words: `only level fatal, in production`; undefined without any. */
function describeFilters({
  levels = [],
  environments = [],
  releases = [],
  urls = [],
  tags = [],
}: Filters): string | undefined {
  const parts = [
    ...(levels.length === 0 ? [] : [`level ${joinWords(levels, 'or')}`]),
    ...(environments.length === 0 ? [] : [`in ${joinWords(environments, 'or')}`]),
    ...(releases.length === 0 ? [] : [`release ${joinWords(releases, 'or')}`]),
    ...(urls.length === 0 ? [] : [`at ${joinWords(urls, 'or')}`]),
    ...(tags.length === 0
      ? []
      : [
          `with ${joinWords(
            tags.map(({ key, value }) => `${key}=${value}`),
            'or',
          )}`,
        ]),
  ];
  return parts.length === 0 ? undefined : `only ${parts.join(', ')}`;
}
