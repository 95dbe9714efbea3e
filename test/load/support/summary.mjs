// The summary of a benchmark's result: its medians and single values, without runs and series of samples. Pure.

/** Fields with raw data: single runs, samples and profiles. */
const RAW = new Set(['samples', 'profile', 'before']);

/** Columns of a line. */
const WIDTH = 180;

/** Keeps four significant digits of fractions: more is noise and makes each diff of two results long. */
export const rounded = (_key, value) =>
  typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(4)) : value;

/** Fields of a search step that a summary keeps. */
const stepOf = ({ offered, perSecond, seconds, holds, lagP50Ms, lagP99Ms }) => ({
  offered,
  perSecond,
  seconds,
  holds,
  lagP50Ms,
  lagP99Ms,
});

const isSeries = (value) => Array.isArray(value) && value.length > 0 && value.every((item) => item?.at !== undefined);

/** A result without runs and samples; statistics become text: `median (least–most)`. @param {unknown} value plain JSON */
export function summarize(value) {
  if (Array.isArray(value)) return value.map(summarize);
  if (value === null || typeof value !== 'object') return rounded('', value);
  if (value.median !== undefined && value.least !== undefined) {
    const [median, least, most] = [value.median, value.least, value.most].map((number) => rounded('', number));
    return `${median} (${least}–${most})`;
  }
  const kept = Object.entries(value).filter(([key, item]) => item !== undefined && !RAW.has(key) && !isSeries(item));
  return Object.fromEntries(kept.map(([key, item]) => [key, summarize(key === 'steps' ? item.map(stepOf) : item)]));
}

/** JSON text of one line. */
function lineOf(value) {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(lineOf).join(', ')}]`;
  const items = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${lineOf(item)}`);
  return items.length === 0 ? '{}' : `{ ${items.join(', ')} }`;
}

/** JSON text in which an object or array has one line if it fits into {@link WIDTH} columns. */
export function layOut(value, indent = '') {
  const text = lineOf(value);
  if (value === null || typeof value !== 'object' || indent.length + text.length <= WIDTH) return text;
  const inner = `${indent}  `;
  const items = Array.isArray(value)
    ? value.map((item) => `${inner}${layOut(item, inner)}`)
    : Object.entries(value).map(([key, item]) => `${inner}${JSON.stringify(key)}: ${layOut(item, inner)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${items.join(',\n')}\n${indent}${close}`;
}
