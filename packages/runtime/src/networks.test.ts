import { describe, expect, test } from '@jest/globals';
import { clientAddress } from './clientAddress.js';
import { normalizeAddress, parseNetworks, subscriberNetwork, truncateAddress } from './networks.js';

describe('an address in its shortest form', () => {
  test.each<[string, string | undefined]>([
    ['1.2.3.4', '1.2.3.4'],
    [' 1.2.3.4:5678 ', '1.2.3.4'],
    ['::ffff:1.2.3.4', '1.2.3.4'],
    ['::FFFF:102:304', '1.2.3.4'],
    ['[2001:db8:0:0::1]:443', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['[fe80::1%25eth0]', 'fe80::1'],
    ['', undefined],
    ['unknown', undefined],
    ['1.2.3', undefined],
    ['0x7f.1', undefined],
    ['1.2.3.4.5', undefined],
    ['1.2.3.4, 5.6.7.8', undefined],
  ])('is read from "%s"', (text, expected) => {
    expect(normalizeAddress(text)).toBe(expected);
  });
});

describe('addresses and blocks', () => {
  test.each<[string, string, boolean]>([
    ['10.0.0.1', '10.0.0.1', true],
    ['10.0.0.1', '10.0.0.2', false],
    ['10.0.0.0/8', '10.255.1.1', true],
    ['10.0.0.0/8', '11.0.0.1', false],
    ['0.0.0.0/0', '8.8.8.8', true],
    ['0.0.0.0/0', '2001:db8::1', false],
    ['2001:db8::/32', '2001:db8:1::1', true],
    ['2001:db8::/32', '2001:db9::1', false],
    ['::/0', '8.8.8.8', false],
    ['::ffff:10.0.0.0/104', '10.1.2.3', true],
    ['::ffff:10.0.0.5', '10.0.0.5', true],
    ['10.0.0.5', '::ffff:10.0.0.5', true],
  ])('%s holds %s: %s', (network, address, expected) => {
    expect(parseNetworks([network]).contain(address)).toBe(expected);
  });

  test('an entry that is neither is reported and matches nothing', () => {
    const networks = parseNetworks(['10.0.0.0/33', 'example.com', '10.0.0.0/', '::ffff:1.2.3.4/20', '1.2.3.4/-1']);
    expect(networks.rejected).toHaveLength(5);
    expect(networks.contain('10.0.0.1')).toBe(false);
  });
});

describe('the client address', () => {
  const trusted = parseNetworks(['127.0.0.1', '10.0.0.0/8', 'fd00::/8']);
  test.each<[string, string, string | undefined, string]>([
    ['the socket without a proxy', '8.8.8.8', '1.1.1.1', '8.8.8.8'],
    ['the entry before a trusted proxy', '127.0.0.1', '1.1.1.1', '1.1.1.1'],
    ['the right-most untrusted entry', '127.0.0.1', '9.9.9.9, 1.1.1.1, 10.0.0.7', '1.1.1.1'],
    ['a forged entry on the left does not count', '127.0.0.1', '6.6.6.6, 1.1.1.1', '1.1.1.1'],
    ['all trusted: the left-most', '127.0.0.1', '10.0.0.1, 10.0.0.2', '10.0.0.1'],
    ['garbage ends the search', '127.0.0.1', '1.1.1.1, unknown', '127.0.0.1'],
    ['port and zone are cut', '127.0.0.1', '[fe80::1%eth0]:80', 'fe80::1'],
    ['a mapped entry is the IPv4 address', '127.0.0.1', '::ffff:1.1.1.1', '1.1.1.1'],
    ['no header', '127.0.0.1', undefined, '127.0.0.1'],
  ])('is determined: %s', (_name, peer, forwarded, expected) => {
    expect(clientAddress(peer, forwarded, trusted)).toBe(expected);
  });
});

test('a subscriber is one IPv4 address or a whole IPv6 network', () => {
  expect(subscriberNetwork('1.2.3.4')).not.toBe(subscriberNetwork('1.2.3.5'));
  expect(subscriberNetwork('2001:db8::1')).toBe(subscriberNetwork('2001:db8:0:0:ffff::2'));
  expect(subscriberNetwork('2001:db8::1')).not.toBe(subscriberNetwork('2001:db8:0:1::1'));
});

test.each([
  ['203.0.113.77', '203.0.113.0'],
  ['::ffff:203.0.113.77', '203.0.113.0'],
  ['2001:db8:aaaa:bbbb:cccc::1', '2001:db8:aaaa::'],
  ['fe80::1', 'fe80::'],
  ['', ''],
  ['unknown', ''],
])('an address is truncated to 24 bits of IPv4 or 48 bits of IPv6: %s → %s', (address, network) => {
  expect(truncateAddress(address)).toBe(network);
});
