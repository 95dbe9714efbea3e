import { DAY_MS } from '@sluice/contract';
import type { HttpAnswer } from './sendRequest.js';

const SECOND_MS = 1000;
const LONGEST_MS = DAY_MS;

/** Returns how long a receiver asks to wait, in milliseconds, at most a day: by its header, or by the body of Discord and Telegram. */
export function retryAfter({ headers, body }: Pick<HttpAnswer, 'headers' | 'body'>, nowMs: number): number | undefined {
  const ms = fromBody(body) ?? fromHeader(headers['retry-after'], nowMs);
  return ms === undefined || !Number.isFinite(ms) ? undefined : Math.min(LONGEST_MS, Math.max(0, Math.ceil(ms)));
}

function fromHeader(value: string | undefined, nowMs: number): number | undefined {
  if (value === undefined) return undefined;
  const seconds = /^\s*(\d+(?:\.\d+)?)\s*$/.exec(value)?.[1];
  return seconds === undefined ? Date.parse(value) - nowMs : Number(seconds) * SECOND_MS;
}

/** More exact than the header, which has whole seconds. */
function fromBody(body: string): number | undefined {
  const { retry_after: own, parameters } = jsonFields(body);
  const seconds =
    own ?? (typeof parameters === 'object' ? (parameters as { retry_after?: unknown } | null)?.retry_after : undefined);
  return typeof seconds === 'number' ? seconds * SECOND_MS : undefined;
}

/** Returns the fields of a JSON object; none if the text is not one. */
export function jsonFields(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
