import { expect, test } from '@jest/globals';
import { readApiError } from './apiError';

const ours = { success: false, error: { code: 'not_found', message: 'No such issue.' } };

test.each<
  readonly [what: string, status: number, body: unknown, retryAfter: string | null, expected: readonly unknown[]]
>([
  ['our error', 404, ours, null, ['not_found', 'No such issue.', undefined]],
  ['our error with a wait', 503, ours, '5', ['not_found', 'No such issue.', 5]],
  ['a page of a proxy', 502, undefined, null, ['no_answer', 'The server answered 502 without a reason.', undefined]],
  ['other JSON', 500, { error: 'x' }, 'soon', ['no_answer', 'The server answered 500 without a reason.', undefined]],
])('reads %s', (_what, ...rest) => {
  const [status, body, retryAfter, expected] = rest;
  const error = readApiError(status, body, retryAfter);
  expect([error.code, error.message, error.retryAfter]).toEqual(expected);
  expect(error.status).toBe(status);
});
