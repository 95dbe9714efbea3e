import { expect, test } from '@jest/globals';
import { parseIssuer } from './providerUrl.js';

test.each([
  'https://id.example',
  'https://id.example/realms/a',
  'http://localhost:8080',
  'http://127.0.0.1:1/x',
  'http://127.9.9.9',
  'http://127.1',
  'http://[::1]:8080',
  'HTTP://LOCALHOST',
])('%s may be an issuer', (issuer) => {
  expect(parseIssuer(issuer)).toBe(issuer);
});

test.each([
  'http://id.example',
  'http://10.0.0.1',
  'http://keycloak:8080',
  'http://localhost.example',
  'http://0.0.0.0',
  'http://127.0.0.1.example',
  'http://localhost@id.example',
  'http://[::2]',
  'http://[::ffff:192.0.2.1]',
])('%s may not: it has no TLS and is not this machine', (issuer) => {
  expect(() => parseIssuer(issuer)).toThrow(
    /^must begin with https:\/\/.*only for localhost, 127\.0\.0\.0\/8 and \[::1\]$/,
  );
});

test.each(['id.example', 'ftp://localhost', ''])('%p is no issuer', (issuer) => {
  expect(() => parseIssuer(issuer)).toThrow('must be a URL that begins with https:// or http://');
});
