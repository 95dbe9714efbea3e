import type { AlertRule } from '../alertRule.js';

/** What is known of events that are counted by issue. */
interface CountedEvents {
  /** Of the issue. */
  readonly level: string;
  /** `null`: they have none. */
  readonly environment: string | null;
}

/** Returns whether events count for a rule, by its filters of levels and environments. Counts have no releases, URLs and tags. */
export type IssueFilter = (rule: AlertRule) => (events: CountedEvents) => boolean;

/** Returns the filter with each rule compiled once: it is asked for every issue and condition. */
export function compileOnce(filter: IssueFilter): IssueFilter {
  const compiled = new Map<AlertRule, ReturnType<IssueFilter>>();
  return (rule) => {
    const known = compiled.get(rule);
    if (known !== undefined) return known;
    const matches = filter(rule);
    compiled.set(rule, matches);
    return matches;
  };
}

/** Returns the environment of a row; the empty one is none. */
export const environmentOf = (environment: string): string | null => (environment === '' ? null : environment);
