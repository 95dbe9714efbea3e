import type { SeriesFacts } from '../alertMessage.js';
import { cleanText } from '../text/cleanText.js';

const WHOLE = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const FRACTION = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 6 });

/** `1,234`, or with a noun `1,234 events`. */
export function countText(count: number, noun?: string): string {
  const text = WHOLE.format(count);
  if (noun === undefined) return text;
  return `${text} ${noun}${count === 1 ? '' : 's'}`;
}

/** `1,240 ms`, `7.2 %`, `320`. */
export function valueText(value: number, { unit }: Pick<SeriesFacts, 'unit'>): string {
  const text = FRACTION.format(value);
  if (unit === '' || unit === '/window') return text;
  return `${text} ${cleanText(unit, 20)}`;
}

/** `2026-11-25 10:31 UTC`; a text that is no time is returned as it is. */
export function timeText(iso: string): string {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return cleanText(iso, 40);
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
