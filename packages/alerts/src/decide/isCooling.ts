/**
 * Returns whether a cool-down suppresses a firing. @param notifiedAtMs when its subject was last reported
 *
 * The clock may have stepped back since, and another transaction may have reported the subject after this one read the time: a time that lies
 * ahead counts like one that lies behind, so that no cool-down suppresses for longer than it lasts, and one of 0 nothing.
 */
export const isCooling = (notifiedAtMs: number | null, nowMs: number, cooldownS: number): boolean =>
  notifiedAtMs !== null && Math.abs(nowMs - notifiedAtMs) < cooldownS * 1_000;
