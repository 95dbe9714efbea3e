import { type Answer } from '../../e2e/support/http.js';

/** The checked part of a response. */
type Judged = Pick<Answer, 'status' | 'text' | 'json'> & { readonly isHead?: boolean };

const COUNTS = ['processed', 'filtered', 'rate_limited', 'quota_exceeded', 'invalid'] as const;

const INSIDES = /node_modules|\bdist\/[\w/]+\.js|invalid input syntax|syntax error at or near/;

/**
 * @throws if a response is not one that the documents allow: a 5xx, a refusal without the error body, or one that
 * exposes internals
 */
export function judge(answer: Judged): void {
  const { status, text, json, isHead = false } = answer;
  const said = `${status} ${text.slice(0, 500)}`;
  if (status < 200 || status >= 500) throw new Error(`answered ${said}`);
  if (status < 400 || isHead) return;
  const error = (json as { success?: unknown; error?: { code?: unknown; message?: unknown } } | undefined)?.error;
  if (typeof error?.code !== 'string' || typeof error.message !== 'string') throw new Error(`no error body: ${said}`);
  if (INSIDES.test(text)) throw new Error(`shows what is inside: ${said}`);
}

/** @throws if the counts of an accepted batch do not add up to the number of sent events (protocol 2.7, 3.1) */
export function judgeTally({ status, text, json }: Judged, sent: number): void {
  if (status !== 202 && status !== 429)
    throw new Error(`a batch that is whole was answered ${status} ${text.slice(0, 500)}`);
  const tally = json as Record<string, unknown>;
  if (tally['duplicate'] === true) return;
  const sum = COUNTS.reduce((total, name) => total + Number(tally[name]), 0);
  if (sum !== sent) throw new Error(`${sent} events were sent, counted were ${sum}: ${text}`);
}
