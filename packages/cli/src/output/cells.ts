import { countText, durationText, momentText } from './words.js';

/** An object in a response. Its fields are not trusted, because the service may have another version. */
export type Wire = Readonly<Record<string, unknown>>;

/** Content of an empty cell. */
export const NOTHING = '-';

/** Returns the value if it is an object, otherwise an empty object. */
export const wire = (value: unknown): Wire => (typeof value === 'object' && value !== null ? (value as Wire) : {});

/** Returns the objects of an array; empty if the value is not an array. */
export const wires = (value: unknown): readonly Wire[] => (Array.isArray(value) ? value.map(wire) : []);

/** Returns the strings of an array; empty if the value is not an array. */
export const texts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.map((item) => text(item)) : [];

/** Formats a string, number or boolean, truncated to `width` characters. */
export function text(value: unknown, width = Infinity): string {
  if (value === null || value === undefined || value === '') return NOTHING;
  const whole =
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : JSON.stringify(value);
  const characters = Array.from(whole);
  return characters.length > width ? `${characters.slice(0, width - 1).join('')}…` : whole;
}

/** Formats integers and large numbers with thousands separators, others to four significant digits. */
export function number(value: unknown): string {
  if (typeof value !== 'number') return NOTHING;
  if (Number.isInteger(value) || Math.abs(value) >= 1_000) return countText(Math.round(value));
  return String(Number(value.toPrecision(4)));
}

/** Formats a number with what it counts: `1 event`, `1,204 events`. */
export const counted = (value: unknown, noun: string): string => `${number(value)} ${noun}${value === 1 ? '' : 's'}`;

/** Formats a timestamp to the second. */
export function moment(value: unknown): string {
  const ms = typeof value === 'string' ? Date.parse(value) : NaN;
  return Number.isNaN(ms) ? NOTHING : momentText(new Date(ms));
}

/** Formats a duration in milliseconds: `0.42 ms`, `12 ms`, `1.25 s`, `2 min 5 s`. */
export function duration(value: unknown): string {
  if (typeof value !== 'number') return NOTHING;
  if (value < 10) return `${Number(value.toFixed(2))} ms`;
  if (value < 1_000) return `${Math.round(value)} ms`;
  return value < 60_000 ? `${Number((value / 1_000).toFixed(2))} s` : durationText(value);
}

/** Returns the most recognizable name of the user of an event. */
export function person(value: unknown): string {
  if (typeof value !== 'object' || value === null) return text(value, 40);
  const { email, username, name, id, key } = value as Wire;
  return text(email ?? username ?? name ?? id ?? key, 40);
}

/** Formats the trace and span of an event. */
export const traceAndSpan = ({ traceId, spanId }: Wire): string =>
  [text(traceId), ...(text(spanId) === NOTHING ? [] : [`span ${text(spanId)}`])].join(', ');

/** Formats a flat object as `a=1 b=2`. */
export function pairs(value: unknown): string {
  const entries = Object.entries(wire(value));
  return entries.length === 0 ? NOTHING : entries.map(([key, item]) => `${key}=${text(item, 80)}`).join(' ');
}

/** Formats the culprit of an issue or an exception, and says if its source maps could not be read in time. */
export const culpritOf = ({ culprit, culpritPending }: Wire, width = Infinity): string =>
  culpritPending === true ? `${text(culprit, width)} (not resolved in time)` : text(culprit, width);
