const HOUR = 3_600;

/** Seconds and label of the times for which a rule can be muted. */
export const MUTE_TIMES = [
  [HOUR, '1 hour'],
  [8 * HOUR, '8 hours'],
  [24 * HOUR, '1 day'],
  [7 * 24 * HOUR, '1 week'],
] as const;

/** Returns the end of a mute that begins now, ISO 8601. */
export const muteEnd = (seconds: number, nowMs: number): string => new Date(nowMs + seconds * 1_000).toISOString();
