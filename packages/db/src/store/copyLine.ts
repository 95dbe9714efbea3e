import type { CopyFormat } from '../schema/eventColumns.js';
import { isoTime } from './isoTime.js';

/** What a row's field may hold. */
export type CopyValue = string | number | boolean | null;

/** One value in COPY's text format; `null` is NULL. Throws a RangeError for a time that is none. */
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

/** One row in COPY's text format, its end included. */
export function copyLine(columns: readonly (readonly [name: string, format: CopyFormat])[], row: object): string {
  const values = row as Readonly<Record<string, CopyValue>>;
  return `${columns.map(([name, format]) => copyValue(format, values[name])).join('\t')}\n`;
}

/** What separates and what escapes; everything else, line separators of Unicode included, is taken as it is. */
const SPECIAL = /[\\\n\r\t]/;
const EVERY_SPECIAL = /[\\\n\r\t]/g;
const ESCAPED: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

const escapeText = (text: string): string =>
  SPECIAL.test(text) ? text.replace(EVERY_SPECIAL, (char) => ESCAPED[char] ?? char) : text;

/** JSON as `JSON.stringify` writes it has no special but the backslash: to look for one takes a fraction of the time. */
const escapeJson = (json: string): string => (json.includes('\\') ? json.replaceAll('\\', '\\\\') : json);
