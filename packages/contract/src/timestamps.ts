/**
 * `YYYY-MM-DD` alone, or with `THH:MM[:SS[.fraction]]` and `Z`, an offset or nothing (= UTC). Linear: no nested repetition.
 */
const ISO = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,32}))?)?(Z|[+-]\d{2}:\d{2})?)?$/;

/**
 * Milliseconds since 1970 of an ISO 8601 extended timestamp (protocol 2.1), fraction cut to milliseconds;
 * `undefined` for anything else: impossible dates, leap seconds, years outside 1970–9999.
 */
export function parseTimestamp(text: unknown): number | undefined {
  if (typeof text !== 'string' || text.length > 64) return undefined;
  return parseCanonical(text) ?? parseAny(text);
}

function parseAny(text: string): number | undefined {
  const match = ISO.exec(text);
  if (match === null) return undefined;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const [hour, minute, second] = [Number(match[4] ?? 0), Number(match[5] ?? 0), Number(match[6] ?? 0)];
  const millis = Number((match[7] ?? '').padEnd(3, '0').slice(0, 3));
  if (!isDate(year, month, day) || !isTime(hour, minute, second, Number(match[7] ?? 0))) return undefined;
  const offset = offsetMinutes(match[8]);
  if (offset === undefined) return undefined;
  const ms = Date.UTC(year, month - 1, day, hour, minute, second, millis) - offset * 60_000;
  return ms < 0 || ms > MAX_MS ? undefined : ms;
}

/** Days of the months of a usual year. */
const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

const MAX_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/**
 * Parses the format of `Date.prototype.toISOString`, which nearly all events have, in an eighth of the time (which
 * was 6 % of the gateway's). `undefined` for other formats, and for the 29th of February and hour 24, which need a
 * calendar.
 */
function parseCanonical(text: string): number | undefined {
  if (text.length !== 24 || text[4] !== '-' || text[7] !== '-' || text[10] !== 'T') return undefined;
  if (text[13] !== ':' || text[16] !== ':' || text[19] !== '.' || text[23] !== 'Z') return undefined;
  const [year, month, day] = [100 * digits(text, 0) + digits(text, 2), digits(text, 5), digits(text, 8)];
  const [hour, minute, second] = [digits(text, 11), digits(text, 14), digits(text, 17)];
  const millis = 100 * digit(text, 20) + digits(text, 21);
  const isPlain = year >= 1970 && day >= 1 && day <= (DAYS[month - 1] ?? 0);
  if (!isPlain || !(hour < 24 && minute < 60 && second < 60 && millis >= 0)) return undefined;
  const date = 10_000 * year + 100 * month + day;
  if (date !== latestDay.date) Object.assign(latestDay, { date, ms: Date.UTC(year, month - 1, day) });
  return latestDay.ms + 1_000 * (60 * (60 * hour + minute) + second) + millis;
}

/** The day that was parsed last: nearly all events are of the same one. */
const latestDay = { date: 19_700_101, ms: 0 };

/** Returns NaN for other characters. */
function digit(text: string, at: number): number {
  const value = text.charCodeAt(at) - 0x30;
  return value >= 0 && value <= 9 ? value : NaN;
}

const digits = (text: string, at: number): number => 10 * digit(text, at) + digit(text, at + 1);

function isDate(year: number, month: number, day: number): boolean {
  if (year < 1970 || month < 1 || month > 12 || day < 1) return false;
  return day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}

function isTime(hour: number, minute: number, second: number, fraction: number): boolean {
  if (hour === 24) return minute === 0 && second === 0 && fraction === 0;
  return hour < 24 && minute < 60 && second < 60;
}

function offsetMinutes(zone: string | undefined): number | undefined {
  if (zone === undefined || zone === 'Z') return 0;
  const [hours, minutes] = [Number(zone.slice(1, 3)), Number(zone.slice(4, 6))];
  if (hours > 23 || minutes > 59) return undefined;
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}

/** The second that was formatted last: the times of a request are close together, and `toISOString` took half the time of a span. */
const latest = { second: 0, text: '1970-01-01T00:00:00.' };

/** Returns the time in ISO 8601, cut to milliseconds. @param ms milliseconds since 1970, years 1970 to 9999 */
export function formatTimestamp(ms: number): string {
  const second = Math.floor(ms / 1_000);
  if (second !== latest.second) {
    latest.text = new Date(second * 1_000).toISOString().slice(0, latest.text.length);
    latest.second = second;
  }
  return `${latest.text}${String(Math.floor(ms) - second * 1_000).padStart(3, '0')}Z`;
}
