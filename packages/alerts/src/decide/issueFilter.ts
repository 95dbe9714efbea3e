import type { PausableTask } from '@sluice/runtime';
import type { AlertRule } from '../alertRule.js';

/** What is known of events that are counted by issue. */
interface CountedEvents {
  /** Of the issue. */
  readonly level: string;
  /** `null`: they have none. */
  readonly environment: string | null;
}

/**
 * Returns whether events count for a rule, by its filters of levels and environments. Counts have no releases, URLs and tags. Yields
 * at least every few milliseconds.
 */
export type IssueFilter = (rule: AlertRule) => (events: CountedEvents) => PausableTask<boolean>;

/**
 * Returns the filter with each rule compiled once, which looks at each level and environment once: it is asked for every minute of
 * every issue, by each condition. Keep it no longer than the rows that it is asked about.
 */
export function compileOnce(filter: IssueFilter): IssueFilter {
  const compiled = new Map<AlertRule, ReturnType<IssueFilter>>();
  return (rule) => {
    const known = compiled.get(rule);
    if (known !== undefined) return known;
    const matches = remember(filter(rule));
    compiled.set(rule, matches);
    return matches;
  };
}

function remember(matches: ReturnType<IssueFilter>): ReturnType<IssueFilter> {
  const verdicts = new Map<string, boolean>();
  return function* (events) {
    const key = `${events.level} ${events.environment ?? ''}`;
    const verdict = verdicts.get(key) ?? (yield* matches(events));
    verdicts.set(key, verdict);
    return verdict;
  };
}

/** Returns the environment of a row; the empty one is none. */
export const environmentOf = (environment: string): string | null => (environment === '' ? null : environment);
