import type { CopyFormat } from '../schema/eventColumns.js';
import { isoTime } from './isoTime.js';

/** A value of a row. */
export type CopyValue = string | number | boolean | null;

/** Returns one value in COPY's text format; `null` is NULL. @throws RangeError for an invalid time */
export function copyValue(format: CopyFormat, value: CopyValue | undefined): string {
  if (value === null || value === undefined) return '\\N';
  switch (format) {
    case 'plain':
      return String(value);
    case 'text':
      return escapeText(String(value));
    case 'json':
      return escapeJson(String(value));
    case 'time':
      return isoTime(Number(value));
    case 'flag':
      return value === true ? 't' : 'f';
  }
}

/** Returns one row in COPY's text format, including the line end. */
export function copyLine(columns: readonly (readonly [name: string, format: CopyFormat])[], row: object): string {
  const values = row as Readonly<Record<string, CopyValue>>;
  return `${columns.map(([name, format]) => copyValue(format, values[name])).join('\t')}\n`;
}

/** Separators and the escape character. COPY takes all others literally, including Unicode line separators. */
const SPECIAL = /[\\\n\r\t]/;
const EVERY_SPECIAL = /[\\\n\r\t]/g;
const ESCAPED: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

const escapeText = (text: string): string =>
  SPECIAL.test(text) ? text.replace(EVERY_SPECIAL, (char) => ESCAPED[char] ?? char) : text;

/** The only special character in the output of `JSON.stringify` is the backslash, so one cheaper search is enough. */
const escapeJson = (json: string): string => (json.includes('\\') ? json.replaceAll('\\', '\\\\') : json);
