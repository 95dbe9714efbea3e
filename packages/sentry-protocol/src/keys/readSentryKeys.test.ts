import { expect, test } from '@jest/globals';
import { readSentryKeys } from './readSentryKeys.js';

test.each<[string, string | undefined, string, readonly string[]]>([
  [
    'of the address, as JavaScript sends it',
    undefined,
    '/api/42/envelope/?sentry_version=7&sentry_key=abc&sentry_client=x',
    ['abc'],
  ],
  ['of the header, first', 'Sentry sentry_key=abc, sentry_version=7', '/api/42/store/', ['abc']],
  ['of the header, last, without spaces', 'Sentry sentry_version=7,sentry_client=x/1,sentry_key=abc', '/', ['abc']],
  ['of a header with another spelling of its scheme', 'sentry   sentry_key=abc', '/', ['abc']],
  ['of a header without a scheme', 'sentry_key=abc', '/', ['abc']],
  ['of header and address, once', 'Sentry sentry_key=abc', '/?sentry_key=abc', ['abc']],
  ['of header and address that differ, both', 'Sentry sentry_key=abc', '/?sentry_key=def', ['abc', 'def']],
  ['that is twice in the address, both', undefined, '/?sentry_key=abc&sentry_key=def', ['abc', 'def']],
  ['that is percent-encoded', undefined, '/?sentry_key=%61bc', ['abc']],
  ['of a secret, never', 'Sentry sentry_secret=abc', '/?sentry_secret=abc', []],
  ['of nothing', undefined, '/api/42/envelope/', []],
])('returns the key %s', (_name, header, url, expected) => {
  expect(readSentryKeys(header, url)).toEqual(expected);
});
