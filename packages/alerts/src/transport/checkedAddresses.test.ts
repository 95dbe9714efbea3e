import { describe, expect, test } from '@jest/globals';
import type { LookupAddress } from 'node:dns';
import { parseAllowList } from './allowList.js';
import { checkedAddresses } from './checkedAddresses.js';
import { RequestRefusedError } from './requestRefusedError.js';

const NONE = parseAllowList([]);
const neverAsked = (): Promise<LookupAddress[]> => Promise.reject(new Error('resolved an IP literal'));

describe('an address in the URL is refused in every notation', () => {
  test.each([
    'https://127.0.0.1/',
    'https://127.1/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0177.0.0.1/',
    'https://017700000001/',
    'https://0x7f.1/',
    'https://127.0.0.1./',
    'https://１２７.０.０.１/',
    'https://①②⑦.0.0.1/',
    'https://0/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::127.0.0.1]/',
    'https://[fd00::1]/',
    'https://169.254.169.254/latest/meta-data/',
    'https://0xa9fea9fe/',
    'https://[64:ff9b::a9fe:a9fe]/',
    'https://%31%32%37.0.0.1/',
    'https://10.0.0.1:8443/',
    'https://[::]/',
  ])('%s', async (url) => {
    expect(await refusal(url)).toMatch(/^[\da-f.:]+ does not lead to a public address$/);
  });
});

test.each(['https://[fe80::1%25eth0]/', 'https://256.1.1.1/', 'https://08.1.1.1/'])('%s is not even a URL', (url) => {
  expect(URL.canParse(url)).toBe(false);
});

describe('a name', () => {
  test.each([
    ['to loopback', ['127.0.0.1']],
    ['to a private address beside a public one', ['8.8.8.8', '10.0.0.1']],
    ['to a private address in IPv6 beside a public one', ['8.8.8.8', 'fd00::1']],
    ['to an address with a zone', ['fe80::1%eth0']],
    ['to the metadata of a cloud', ['169.254.169.254']],
  ])('that leads %s is refused without naming the address', async (_what, addresses) => {
    expect(await refusal('https://hooks.example/', resolvesTo(...addresses))).toBe(
      'hooks.example does not lead to a public address',
    );
  });

  test('that leads nowhere is refused', async () => {
    expect(await refusal('https://hooks.example/', resolvesTo())).toBe(
      'hooks.example does not lead to a public address',
    );
    const unknown = () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' }));
    expect(await refusal('https://hooks.example/', unknown)).toBe('hooks.example does not lead to a public address');
  });

  test('is resolved once, without the dot of the root and in lower case', async () => {
    const asked: string[] = [];
    const resolve = (host: string): Promise<LookupAddress[]> => {
      asked.push(host);
      return resolvesTo('8.8.8.8')();
    };
    await checkedAddresses(new URL('https://Hooks.Example./x'), NONE, resolve);
    expect(asked).toEqual(['hooks.example']);
  });

  test('leads to all its public addresses, in their order', async () => {
    const found = await checkedAddresses(
      new URL('https://hooks.example/'),
      NONE,
      resolvesTo('8.8.8.8', '2606:4700::1'),
    );
    expect(found.map(({ address }) => address)).toEqual(['8.8.8.8', '2606:4700::1']);
  });
});

describe('a URL is refused', () => {
  test.each([
    ['without TLS', 'http://hooks.example/', 'the URL is not https'],
    ['without TLS, to an address', 'http://8.8.8.8/', 'the URL is not https'],
    ['with another scheme', 'ftp://hooks.example/', 'the URL is not https'],
    ['with credentials', 'https://user:secret@hooks.example/', 'the URL contains credentials'],
    ['with a user whose name looks like a host', 'https://hooks.example@127.0.0.1/', 'the URL contains credentials'],
  ])('%s', async (_what, url, message) => {
    expect(await refusal(url, resolvesTo('8.8.8.8'))).toBe(message);
  });
});

describe('an allowed receiver', () => {
  const inner = parseAllowList(['10.1.0.0/16', 'fd00::/8', 'mattermost.local:8065', '[::1]:9000', '192.168.1.5']);

  test.each([
    ['http://10.1.2.3/hooks', []],
    ['https://10.1.2.3/hooks', []],
    ['http://[fd00::1]:8065/', []],
    ['http://192.168.1.5:80/', []],
    ['http://[::1]:9000/', []],
    ['http://MatterMost.local.:8065/hooks', ['172.16.0.9']],
    ['http://chat.example/', ['10.1.2.3']],
  ])('%s is accepted', async (url, addresses) => {
    expect(await refusal(url, resolvesTo(...addresses), inner)).toBe('accepted');
  });

  test.each([
    ['another address', 'http://10.2.0.1/', []],
    ['another port of the same name', 'http://mattermost.local:8066/', ['172.16.0.9']],
    ['the same address under another name', 'http://other.local:8065/', ['172.16.0.9']],
    [
      'a name that leads to an allowed and to another private address',
      'https://chat.example/',
      ['10.1.2.3', '10.2.0.1'],
    ],
  ])('%s is not', async (_what, url, addresses) => {
    expect(await refusal(url, resolvesTo(...addresses), inner)).toMatch(/does not lead to a public address$/);
  });

  test('a list names the entries that it cannot read', () => {
    expect(parseAllowList(['10.0.0.0/33', 'nonsense', ' ', '10.0.0.1', 'a:1']).rejected).toEqual([
      '10.0.0.0/33',
      'nonsense',
    ]);
  });
});

function resolvesTo(...addresses: readonly string[]) {
  return (): Promise<LookupAddress[]> =>
    Promise.resolve(addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })));
}

function refusal(url: string, resolve = neverAsked, allowList = NONE): Promise<unknown> {
  return checkedAddresses(new URL(url), allowList, resolve).then(
    () => 'accepted',
    (err: unknown) => (err instanceof RequestRefusedError ? err.message : err),
  );
}
