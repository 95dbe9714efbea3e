import { describe, expect, it } from '@jest/globals';
import { acceptServerKeys, parseDsn } from './dsn.js';

const key = '0123456789abcdef0123456789ABCDEF';

describe('a dsn', () => {
  it.each([
    [`https://${key}@sluice.example`, 'https://sluice.example/api/envelope'],
    [`http://${key}@localhost:8000`, 'http://localhost:8000/api/envelope'],
    [`https://${key}@sluice.example/`, 'https://sluice.example/api/envelope'],
    [`https://${key}@sluice.example/base`, 'https://sluice.example/base/api/envelope'],
    [`https://${key}@sluice.example/a/b//`, 'https://sluice.example/a/b/api/envelope'],
    [`https://${key}@[::1]:8000`, 'https://[::1]:8000/api/envelope'],
    [`  https://${key}@sluice.example\n`, 'https://sluice.example/api/envelope'],
  ])('%s sends to %s', (text, endpoint) => {
    expect(parseDsn(text)).toEqual({ key, endpoint });
  });

  it('may have a server key only on servers', () => {
    const secret = `sls_${key}${key}`;
    const text = `https://${secret}@sluice.example/base`;
    expect(parseDsn(text)).toBeUndefined();
    acceptServerKeys();
    expect(parseDsn(text)).toEqual({ key: secret, endpoint: 'https://sluice.example/base/api/envelope' });
    expect(parseDsn(`https://${key}@sluice.example`)?.key).toBe(key);
    expect(parseDsn(`https://sls_${key}@sluice.example`)).toBeUndefined();
  });

  it.each([
    ['words', 'hello'],
    ['no key', 'https://sluice.example'],
    ['a key that is too short', 'https://abc@sluice.example'],
    ['a key with other letters', `https://${'g'.repeat(32)}@sluice.example`],
    ['no host', `https://${key}@`],
    ['another scheme', `ftp://${key}@sluice.example`],
    ['a query', `https://${key}@sluice.example/?a=1`],
    ['a blank', `https://${key}@sluice example`],
    ['very long words', 'https://'.padEnd(100_000, 'a')],
  ])('with %s is invalid', (_name, text) => {
    expect(parseDsn(text)).toBeUndefined();
  });
});
