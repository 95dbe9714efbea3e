/** Milliseconds of a minute, an hour and a day of UTC. */
export const [MINUTE_MS, HOUR_MS, DAY_MS] = [60_000, 3_600_000, 86_400_000] as const;

/** The first millisecond of the UTC minute of a moment. @param ms milliseconds since 1970 */
export const startOfMinute = (ms: number): number => ms - (ms % MINUTE_MS);

/** The UTC hour of a moment, as hours since 1970. @param ms milliseconds since 1970 */
export const hourOf = (ms: number): number => Math.floor(ms / HOUR_MS);

/** The first millisecond of an hour. @param hour hours since 1970 */
export const startOfHour = (hour: number): number => hour * HOUR_MS;

/** The UTC calendar month of a moment, as the number YYYYMM. @param ms milliseconds since 1970 */
export function monthOf(ms: number): number {
  const date = new Date(ms);
  return date.getUTCFullYear() * 100 + date.getUTCMonth() + 1;
}

/** The first millisecond of a month YYYYMM. */
export const startOfMonth = (month: number): number => Date.UTC(Math.floor(month / 100), (month % 100) - 1, 1);

/** The first millisecond after a month YYYYMM. */
export const endOfMonth = (month: number): number => Date.UTC(Math.floor(month / 100), month % 100, 1);

/** Whole seconds, at least 1, to the next top of the hour (protocol 8, reset). @param ms milliseconds since 1970 */
export const secondsToNextHour = (ms: number): number => secondsBetween(ms, (hourOf(ms) + 1) * HOUR_MS);

/** Whole seconds, at least 1, to the end of the UTC calendar month. @param ms milliseconds since 1970 */
export const secondsToNextMonth = (ms: number): number => secondsBetween(ms, endOfMonth(monthOf(ms)));

const secondsBetween = (from: number, to: number): number => Math.max(1, Math.ceil((to - from) / 1000));
