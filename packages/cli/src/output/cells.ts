import { countText, durationText, momentText } from './words.js';

/** An object of the API's answers. Nothing is taken for granted of its fields: the service may be of another version. */
export type Wire = Readonly<Record<string, unknown>>;

/** What a cell shows where there is nothing to show. */
export const NOTHING = '-';

/** The value as an object; an empty one where it is none. */
export const wire = (value: unknown): Wire => (typeof value === 'object' && value !== null ? (value as Wire) : {});

/** The objects of a list; none where it is no list. */
export const wires = (value: unknown): readonly Wire[] => (Array.isArray(value) ? value.map(wire) : []);

/** The texts of a list; none where it is no list. */
export const texts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.map((item) => text(item)) : [];

/** Text, a number or a switch as it is, cut to `width` characters. */
export function text(value: unknown, width = Infinity): string {
  if (value === null || value === undefined || value === '') return NOTHING;
  const whole =
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : JSON.stringify(value);
  const characters = Array.from(whole);
  return characters.length > width ? `${characters.slice(0, width - 1).join('')}…` : whole;
}

/** A whole or a large number in groups of thousands, any other to four significant digits. */
export function number(value: unknown): string {
  if (typeof value !== 'number') return NOTHING;
  if (Number.isInteger(value) || Math.abs(value) >= 1_000) return countText(Math.round(value));
  return String(Number(value.toPrecision(4)));
}

/** A moment to the second. */
export function moment(value: unknown): string {
  const ms = typeof value === 'string' ? Date.parse(value) : NaN;
  return Number.isNaN(ms) ? NOTHING : momentText(new Date(ms));
}

/** A span of time given in milliseconds: `0.42 ms`, `12 ms`, `1.25 s`, `2 min 5 s`. */
export function duration(value: unknown): string {
  if (typeof value !== 'number') return NOTHING;
  if (value < 10) return `${Number(value.toFixed(2))} ms`;
  if (value < 1_000) return `${Math.round(value)} ms`;
  return value < 60_000 ? `${Number((value / 1_000).toFixed(2))} s` : durationText(value);
}

/** Whom an event is about: what a person recognises first. */
export function person(value: unknown): string {
  if (typeof value !== 'object' || value === null) return text(value, 40);
  const { email, username, name, id, key } = value as Wire;
  return text(email ?? username ?? name ?? id ?? key, 40);
}

/** A trace and the span in it that an event belongs to. */
export const traceAndSpan = ({ traceId, spanId }: Wire): string =>
  [text(traceId), ...(text(spanId) === NOTHING ? [] : [`span ${text(spanId)}`])].join(', ');

/** `a=1 b=2` of a flat object. */
export function pairs(value: unknown): string {
  const entries = Object.entries(wire(value));
  return entries.length === 0 ? NOTHING : entries.map(([key, item]) => `${key}=${text(item, 80)}`).join(' ');
}
