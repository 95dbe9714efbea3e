import { describe, expect, test } from '@jest/globals';
import { isPublicAddress } from './isPublicAddress.js';

describe.each<readonly [string, readonly string[]]>([
  ['this network', ['0.0.0.0', '0.1.2.3']],
  ['private', ['10.0.0.1', '10.255.255.255', '172.16.0.1', '172.31.255.255', '192.168.0.1']],
  ['of a carrier', ['100.64.0.1', '100.127.255.255', '100.100.100.200']],
  ['loopback', ['127.0.0.1', '127.255.255.255', '::1']],
  ['link-local, with the metadata of clouds', ['169.254.169.254', '169.254.170.2', 'fe80::1', 'fe80::a9fe:a9fe']],
  ['the platform of Azure', ['168.63.129.16', '::ffff:168.63.129.16', '64:ff9b::168.63.129.16']],
  ['metadata of Oracle and AWS', ['192.0.0.192', 'fd00:ec2::254']],
  ['for documentation', ['192.0.2.1', '198.51.100.1', '203.0.113.1', '2001:db8::1', '3fff::1']],
  ['for protocols and benchmarks', ['192.0.0.1', '192.88.99.1', '198.18.0.1', '198.19.255.255', '2001:2::1']],
  [
    'of AS112 and AMT',
    ['192.31.196.1', '192.175.48.1', '192.52.193.1', '2001:4:112::1', '2620:4f:8000::1', '2001:3::1'],
  ],
  ['multicast and broadcast', ['224.0.0.1', '239.255.255.255', '255.255.255.255', 'ff02::1']],
  ['for later use', ['240.0.0.1', '254.255.255.255']],
  ['unspecified', ['::']],
  ['IPv4-mapped and private', ['::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:10.0.0.1', '::ffff:a9fe:a9fe']],
  ['IPv4-compatible', ['::127.0.0.1', '::7f00:1', '::8.8.8.8']],
  ['translated to IPv4 by SIIT', ['::ffff:0:127.0.0.1', '::ffff:0:8.8.8.8']],
  ['translated by NAT64 and private', ['64:ff9b::127.0.0.1', '64:ff9b::a9fe:a9fe', '64:ff9b::10.0.0.1']],
  ['NAT64 of one network', ['64:ff9b:1::7f00:1', '64:ff9b:1::808:808']],
  ['6to4', ['2002:7f00:1::', '2002:a9fe:a9fe::1', '2002:808:808::1']],
  ['Teredo', ['2001::1', '2001:0:7f00:1::']],
  ['reserved in IPv6', ['2001:10::1', '2001:20::1', '2001:30::1', '2001:1ff::1', '100::1', '100:0:0:1::1', '5f00::1']],
  ['unique local and site-local', ['fc00::1', 'fdff::1', 'fec0::1']],
  ['not assigned for global use', ['4000::1', '8000::1', 'fe00::1', '1000::1']],
  [
    'no address',
    ['', 'localhost', '127.1', '2130706433', '0x7f000001', '0177.0.0.1', '8.8.8.8.', '[::1]', '8.8.8.8:80'],
  ],
  ['with a zone', ['fe80::1%eth0', '2606:4700::1111%eth0', '::1%lo']],
])('an address that is %s', (_what, addresses) => {
  test.each(addresses)('%p is not public', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

test.each([
  '8.8.8.8',
  '1.1.1.1',
  '172.15.255.255',
  '172.32.0.1',
  '100.63.255.255',
  '100.128.0.1',
  '169.253.0.1',
  '11.0.0.1',
  '168.63.129.17',
  '192.0.1.1',
  '198.17.0.1',
  '223.255.255.255',
  '126.0.0.1',
  '128.0.0.1',
  '2606:4700::1111',
  '2001:4860:4860::8888',
  '2a00:1450::1',
  '3ffe::1',
  '::ffff:8.8.8.8',
  '64:ff9b::8.8.8.8',
])('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});
