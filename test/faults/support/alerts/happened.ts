/** Something that a rule must report, known without the tables of alerts. */
export interface Happening {
  /** Kind of the condition, or of the drop. */
  readonly kind: string;
  readonly state: FiringState;
  /** As of a firing: `issue:<id>`, `series:<rule>:<index>`, `drop:<kind>:<what>`. */
  readonly subject: string;
  /** Of a series: start of the first minute in which the comparison held, ISO 8601. */
  readonly since?: string;
  /** How often it must be reported. */
  readonly times: number;
}

/** The state of a firing. */
export type FiringState = 'firing' | 'recovered' | 'notice';

/** An issue at the end, when it is open. */
export interface HappenedIssue {
  readonly id: string;
  /** How often somebody resolved it; an exception of it arrived after each time. */
  readonly resolved: number;
  /** Stored exceptions. */
  readonly events: number;
}

const MINUTE_MS = 60_000;

/** Each issue is new once. */
export const newIssues = (issues: readonly HappenedIssue[]): readonly Happening[] =>
  issues.map(({ id }) => ({ kind: 'new_issue', state: 'firing', subject: `issue:${id}`, times: 1 }));

/** Each issue comes back as often as it was resolved. */
export const returnedIssues = (issues: readonly HappenedIssue[]): readonly Happening[] =>
  issues
    .filter(({ resolved }) => resolved > 0)
    .map(({ id, resolved }) => ({ kind: 'regression', state: 'firing', subject: `issue:${id}`, times: resolved }));

/** Each issue with more than `above` events in one window, which contains the whole run, is frequent once. */
export const frequentIssues = (issues: readonly HappenedIssue[], above: number): readonly Happening[] =>
  issues
    .filter(({ events }) => events > above)
    .map(({ id }) => ({ kind: 'issue_rate', state: 'firing', subject: `issue:${id}`, times: 1 }));

/**
 * Returns the firings and recoveries of a log rate above `above` in a window of one minute, for no duration: one of each for each row
 * of minutes above it. Each row has an end.
 * @param arrivals of the logs that match, milliseconds since 1970
 */
export function busyMinutes(subject: string, arrivals: readonly number[], above: number): readonly Happening[] {
  const counts = new Map<number, number>();
  for (const ms of arrivals) {
    const minute = ms - (ms % MINUTE_MS);
    counts.set(minute, 1 + (counts.get(minute) ?? 0));
  }
  const busy = new Set([...counts].filter(([, count]) => count > above).map(([minute]) => minute));
  return [...busy]
    .filter((minute) => !busy.has(minute - MINUTE_MS))
    .sort((a, b) => a - b)
    .flatMap((minute) => {
      const since = new Date(minute).toISOString();
      return (['firing', 'recovered'] as const).map((state) => ({ kind: 'log_rate', state, subject, since, times: 1 }));
    });
}

/** A key, a filter or a cap by its name, with the number of days or hours in which it refused enough to be reported. */
export interface HappenedDrop {
  readonly kind: string;
  /** Empty where the kind says it all. */
  readonly what: string;
  readonly times: number;
}

/** Each drop is reported once for each of its days or hours. */
export const drops = (happened: readonly HappenedDrop[]): readonly Happening[] =>
  happened.map(({ kind, what, times }) => ({ kind, state: 'notice', subject: `drop:${kind}:${what}`, times }));
