import { expect, test } from '@jest/globals';
import { readCookie, sessionCookieName, setSessionCookie } from './sessionCookie.js';

test.each([
  ['https://sluice.example', '__Host-sluice_session'],
  ['https://sluice.example:8443', '__Host-sluice_session'],
  ['https://example.com/tools/sluice', '__Host-sluice_session_tools%sluice'],
  ['http://localhost', 'sluice_session'],
  ['http://localhost:8700', 'sluice_session_8700'],
  ['http://localhost:8700/b', 'sluice_session_8700_b'],
])('a copy of Sluice at %s does not share its cookie with others of the host', (baseUrl, name) => {
  expect(sessionCookieName({ baseUrl })).toBe(name);
});

test('a cookie is for this host, for scripts of no page, and secure where TLS is', () => {
  const attributes = 'Path=/; Max-Age=60; HttpOnly; SameSite=Lax';
  expect(setSessionCookie({ baseUrl: 'http://localhost' }, 's', 60_000)).toBe(`sluice_session=s; ${attributes}`);
  const secure = setSessionCookie({ baseUrl: 'https://a.example/b' }, 's', 60_000);
  expect(secure).toBe(`__Host-sluice_session_b=s; ${attributes}; Secure`);
});

test('the first cookie of a name counts', () => {
  expect(readCookie('a=1; b=2; a=3', 'a')).toBe('1');
  expect(readCookie(undefined, 'a')).toBe('');
});
