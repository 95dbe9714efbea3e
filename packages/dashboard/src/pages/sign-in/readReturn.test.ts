import { expect, test } from '@jest/globals';
import { readReturn } from './readReturn';

const ORIGIN = 'https://sluice.example';

test('the sign-in page returns to a path of the same origin with its search', () => {
  expect(readReturn('/acme/web/issues?range=7d&query=a%20b', ORIGIN)).toEqual({
    path: '/acme/web/issues',
    search: { range: '7d', query: 'a b' },
  });
});

test.each([
  undefined,
  '',
  'issues',
  'https://evil.example/',
  '//evil.example/',
  '/\\evil.example',
  'javascript:alert(1)',
])('the sign-in page opens the start page instead of %p', (next) => {
  expect(readReturn(next, ORIGIN)).toEqual({ path: '/', search: {} });
});
