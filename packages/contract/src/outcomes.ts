/** The outcomes of protocol 3.1. Each counted event has exactly one. */
export const OUTCOMES = ['processed', 'filtered', 'rate_limited', 'quota_exceeded', 'invalid'] as const;

/** Final outcome of an event (protocol 3.1). */
export type Outcome = (typeof OUTCOMES)[number];

/** Why an event was `invalid`. */
export type InvalidReason = 'not_an_object' | 'type' | 'timestamp' | 'payload' | 'too_large' | 'too_deep';

/** Why an event was `filtered`. */
type FilteredReason =
  | 'ingestion_off'
  | 'ip'
  | 'environment'
  | 'release'
  | 'crawler'
  | 'message'
  | 'browser_extension'
  | 'localhost'
  | 'legacy_browser'
  | 'sampled';

/** Which hourly rule, or the backlog, refused an event. */
type RateLimitedReason = 'backlog' | 'spike' | 'hourly_cap' | 'byte_quota';

/** Any reason; `processed` has none (`''`). */
export type Reason = InvalidReason | FilteredReason | RateLimitedReason | 'monthly_quota' | '';

/** An outcome with its reason. */
export interface Verdict {
  readonly outcome: Outcome;
  readonly reason: Reason;
}

/**
 * One character per verdict, the form in which a batch's verdicts are sent to Redis, stored in its record, and
 * returned. `.` is an undecided event (a candidate for the allowance), `-` a `trace` event (ignored, not counted).
 */
export const VERDICTS: Readonly<Record<string, Verdict>> = {
  p: { outcome: 'processed', reason: '' },
  a: { outcome: 'invalid', reason: 'not_an_object' },
  b: { outcome: 'invalid', reason: 'type' },
  c: { outcome: 'invalid', reason: 'timestamp' },
  d: { outcome: 'invalid', reason: 'payload' },
  e: { outcome: 'invalid', reason: 'too_large' },
  f: { outcome: 'invalid', reason: 'too_deep' },
  g: { outcome: 'filtered', reason: 'ingestion_off' },
  h: { outcome: 'filtered', reason: 'ip' },
  i: { outcome: 'filtered', reason: 'environment' },
  j: { outcome: 'filtered', reason: 'release' },
  k: { outcome: 'filtered', reason: 'crawler' },
  l: { outcome: 'filtered', reason: 'message' },
  m: { outcome: 'filtered', reason: 'browser_extension' },
  n: { outcome: 'filtered', reason: 'localhost' },
  o: { outcome: 'filtered', reason: 'legacy_browser' },
  q: { outcome: 'filtered', reason: 'sampled' },
  r: { outcome: 'rate_limited', reason: 'backlog' },
  s: { outcome: 'rate_limited', reason: 'spike' },
  t: { outcome: 'rate_limited', reason: 'hourly_cap' },
  u: { outcome: 'quota_exceeded', reason: 'monthly_quota' },
  v: { outcome: 'rate_limited', reason: 'byte_quota' },
};

/** The code of an event that no step has decided: a candidate for allowance. */
export const UNDECIDED = '.';

/** The code of a `trace` event: dropped first, in no count (protocol 2.1). */
export const IGNORED = '-';

/** The code of an accepted event. */
export const PROCESSED = 'p';

const CODES: ReadonlyMap<string, string> = new Map(
  Object.entries(VERDICTS).map(([code, verdict]) => [`${verdict.outcome}/${verdict.reason}`, code]),
);

/** The one-character code of a verdict. Throws on a pair that {@link VERDICTS} does not hold. */
export function verdictCode(verdict: Verdict): string {
  const code = CODES.get(`${verdict.outcome}/${verdict.reason}`);
  if (code === undefined) throw new Error(`no verdict ${verdict.outcome}/${verdict.reason}`);
  return code;
}

/** Returns the verdict of an event that fails validation (protocol 3.1, step 1). */
export const invalid = (reason: InvalidReason): Verdict => ({ outcome: 'invalid', reason });

/** Returns the verdict of an event that is dropped by a filter or by sampling (protocol 3.1, steps 2 and 3). */
export const filtered = (reason: FilteredReason): Verdict => ({ outcome: 'filtered', reason });

/** Returns the verdict of an event that is refused by the backlog or an hourly rule (protocol 3.1, step 4). */
export const rateLimited = (reason: RateLimitedReason): Verdict => ({ outcome: 'rate_limited', reason });
