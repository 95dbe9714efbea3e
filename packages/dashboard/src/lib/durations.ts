/** Milliseconds of a minute, an hour and a day of UTC. */
export const [MINUTE_MS, HOUR_MS, DAY_MS] = [60_000, 3_600_000, 86_400_000] as const;
