import { parseLevel, type Level } from '@sluice/contract';

/** Four numbers each, from 1 on. */
const BANDS = ['trace', 'debug', 'info', 'warning', 'error', 'fatal'] as const;

/** Returns the level of a log record by its number, otherwise by its text; `undefined` if it has neither. */
export function severityOf(number: unknown, text: unknown): Level | undefined {
  const band = typeof number === 'number' ? BANDS[Math.ceil(number / 4) - 1] : undefined;
  return band ?? (typeof text === 'string' ? parseLevel(text.toLowerCase()) : undefined);
}
