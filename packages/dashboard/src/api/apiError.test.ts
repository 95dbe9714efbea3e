import { expect, test } from '@jest/globals';
import { ApiError, isInvalidLink, isMissing, readApiError } from './apiError';

const ours = { success: false, error: { code: 'not_found', message: 'No such issue.' } };

test.each<
  readonly [what: string, status: number, body: unknown, retryAfter: string | null, expected: readonly unknown[]]
>([
  ['our error', 404, ours, null, ['not_found', 'No such issue.', undefined]],
  ['our error with a wait', 503, ours, '5', ['not_found', 'No such issue.', 5]],
  [
    'a page of a proxy',
    502,
    undefined,
    null,
    ['no_answer', 'The server is not available (502). Try again in a moment.', undefined],
  ],
  ['a busy proxy', 429, undefined, '7', ['no_answer', 'These were too many requests (429). Try again in 7 s.', 7]],
  [
    'a slow proxy',
    504,
    undefined,
    null,
    ['no_answer', 'The server did not answer in time (504). Try again in a moment.', undefined],
  ],
  [
    'a wall',
    403,
    undefined,
    null,
    ['no_answer', 'Something in front of the server refused the request (403).', undefined],
  ],
  ['other JSON', 500, { error: 'x' }, 'soon', ['no_answer', 'The server answered 500 without a reason.', undefined]],
])('the error of %s is read', (_what, ...rest) => {
  const [status, body, retryAfter, expected] = rest;
  const error = readApiError(status, body, retryAfter);
  expect([error.code, error.message, error.retryAfter]).toEqual(expected);
  expect(error.status).toBe(status);
});

test.each([
  [404, ours, true],
  [404, undefined, false],
  [403, ours, false],
  [500, ours, false],
  [503, ours, false],
])('an answer %s with %j says that something does not exist: %s', (status, body, expected) => {
  expect(isMissing(readApiError(status, body, null))).toBe(expected);
});

test('no answer says nothing about what exists', () => {
  expect(isMissing(new TypeError('Failed to fetch'))).toBe(false);
});

test.each([
  [404, 'not_found', true],
  [400, 'invalid_parameter', true],
  [422, 'invalid_parameter', true],
  [404, 'no_answer', false],
  [400, 'no_answer', false],
  [429, 'rate_limited', false],
  [503, 'unavailable', false],
  [0, 'offline', false],
  [0, 'timeout', false],
])('an answer %i %s says that a link is not valid: %s', (status, code, expected) => {
  expect(isInvalidLink(new ApiError(status, code, ''))).toBe(expected);
});
