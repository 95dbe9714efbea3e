import type { AlertRule } from '../alertRule.js';

/** What is known of events that are counted by issue. */
interface CountedEvents {
  /** Of the issue. */
  readonly level: string;
  /** `null`: they have none. */
  readonly environment: string | null;
}

/** Whether events count for a rule, by its filters of levels and environments. Counts have no releases, URLs and tags. */
export type IssueFilter = (rule: AlertRule, events: CountedEvents) => boolean;

/** Returns the environment of a row; the empty one is none. */
export const environmentOf = (environment: string): string | null => (environment === '' ? null : environment);
