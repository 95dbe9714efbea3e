import { describe, expect, test } from '@jest/globals';
import { parseProjectKey } from './node/index.js';
import { maskKey } from './projectKey.js';

const PUBLIC = '0123456789abcdef'.repeat(2);
const SERVER = `sls_${'0123456789abcdef'.repeat(4)}`;

describe('the name of a key', () => {
  test('of a public key is the key', () => {
    expect(parseProjectKey(PUBLIC)).toEqual({ kind: 'public', name: PUBLIC });
    expect(maskKey(PUBLIC)).toBe(PUBLIC);
  });

  test('of a server key is its beginning and its digest: the key cannot be read from it', () => {
    const named = parseProjectKey(SERVER);
    expect(named).toEqual({ kind: 'server', name: expect.stringMatching(/^sls_0123456789ab:[0-9a-f]{64}$/) });
    for (const text of [named?.name ?? '', SERVER, SERVER.toUpperCase()])
      expect(maskKey(text)).toBe('sls_0123456789ab');
    expect(parseProjectKey(SERVER.replace(/f$/, 'e'))?.name).not.toBe(named?.name);
  });

  test('is not a key itself if it belongs to a server key', () => {
    expect(parseProjectKey(parseProjectKey(SERVER)?.name ?? '')).toBeUndefined();
  });

  test.each([
    '',
    'sls_',
    PUBLIC.slice(1),
    `${PUBLIC}0`,
    `sls_${PUBLIC}`,
    SERVER.slice(0, -1),
    `${SERVER}0`,
    `x${SERVER}`,
  ])('%j is no key', (text) => expect(parseProjectKey(text)).toBeUndefined());
});
