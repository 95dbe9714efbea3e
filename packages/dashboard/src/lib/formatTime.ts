/** A zone of a formatter; without one, the reader's. */
type Zone = string | undefined;

const formatter = (options: Intl.DateTimeFormatOptions, timeZone?: Zone): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('en-GB', { hourCycle: 'h23', timeZone, ...options });

const DAY: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', year: 'numeric' };
const MINUTES: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit' };

/** `24 Nov 2026, 10:41:07.218` in the reader's zone, or in another. */
export const formatTime = (time: Date, zone?: Zone): string =>
  formatter({ ...DAY, ...MINUTES, second: '2-digit', fractionalSecondDigits: 3 }, zone).format(time);

/** `24 Nov 2026, 10:41`. */
export const formatDayMinutes = (time: Date, zone?: Zone): string =>
  formatter({ ...DAY, ...MINUTES }, zone).format(time);

/** `2026-11-24 10:41:07.218 UTC`: what programs and logs write. */
export const formatUtc = (time: Date): string => `${time.toISOString().replace('T', ' ').replace('Z', '')} UTC`;

/** `24 Nov 2026`. */
export const formatDay = (time: Date, zone?: Zone): string => formatter(DAY, zone).format(time);

/** `24 Nov`. */
export const formatDayOfMonth = (time: Date, zone?: Zone): string =>
  formatter({ day: 'numeric', month: 'short' }, zone).format(time);

/** `10:41`. */
export const formatMinutes = (time: Date, zone?: Zone): string => formatter(MINUTES, zone).format(time);

/** `10:41:07.218`, for rows whose day is clear. */
export const formatClock = (time: Date, zone?: Zone): string =>
  formatter({ ...MINUTES, second: '2-digit', fractionalSecondDigits: 3 }, zone).format(time);

interface Ends {
  readonly from: Date;
  readonly to: Date;
}

/** `23 Nov, 10:41 – 24 Nov, 10:41` in the reader's zone, or in another. */
export function formatRange({ from, to }: Ends, zone?: Zone): string {
  const short = formatter({ day: 'numeric', month: 'short', ...MINUTES }, zone);
  const isOneDay = formatDay(from, zone) === formatDay(to, zone);
  return `${short.format(from)} – ${isOneDay ? formatMinutes(to, zone) : short.format(to)}`;
}

/** `10 Nov – 24 Nov`, or of one day `10:41 – 11:41`, where there is little room. */
export const formatShortRange = ({ from, to }: Ends): string =>
  formatDay(from) === formatDay(to)
    ? `${formatMinutes(from)} – ${formatMinutes(to)}`
    : `${formatDayOfMonth(from)} – ${formatDayOfMonth(to)}`;

/** A range in UTC, and says so. */
export const formatRangeUtc = (range: Ends): string => `${formatRange(range, 'UTC')} UTC`;

/** The reader's zone: `Europe/Berlin (UTC+1)`. */
export function readerZone(now: Date = new Date()): string {
  const minutes = -now.getTimezoneOffset();
  const rest = Math.abs(minutes % 60);
  const offset = `${minutes < 0 ? '−' : '+'}${Math.floor(Math.abs(minutes) / 60)}${rest === 0 ? '' : `:${rest}`}`;
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return zone === 'UTC' ? zone : `${zone} (UTC${minutes === 0 ? '' : offset})`;
}

/** Returns a time as `<input type="datetime-local">` takes it: in the reader's zone, to the minute. */
export const toLocalInput = (time: Date): string =>
  new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
