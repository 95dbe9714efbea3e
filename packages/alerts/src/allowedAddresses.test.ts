import { describe, expect, test } from '@jest/globals';
import { defineSettings, readSettings } from '@sluice/runtime';
import { ALERTS_ALLOWED_ADDRESSES } from './allowedAddresses.js';

const SETTINGS = defineSettings({ allowed: ALERTS_ALLOWED_ADDRESSES });
const read = (text: string) => readSettings(SETTINGS, { ALERTS_ALLOWED_ADDRESSES: text }).allowed;

describe('allowed addresses', () => {
  test('are addresses, CIDR blocks and receivers', () => {
    const entries = ['10.0.0.5', '10.1.0.0/16', 'fd00::/8', 'hooks.internal:8080', '[::1]:9000'];
    expect(read(entries.join(' , '))).toEqual(entries);
    expect(read(' , ')).toEqual([]);
  });

  test.each([
    '10.0.0.0/33',
    'hooks.internal',
    'http://hooks.internal:8080',
    'hooks.internal:99999',
    'hooks.internal:0',
  ])('that cannot be parsed are refused by name: %s', (entry) => {
    expect(() => read(`10.0.0.1,${entry}`)).toThrow(
      `ALERTS_ALLOWED_ADDRESSES=10.0.0.1,${entry}: "${entry}" must be an address, a CIDR block or host:port, ` +
        'such as 10.0.0.5, 10.0.0.0/8 or hooks.internal:8080',
    );
  });
});
