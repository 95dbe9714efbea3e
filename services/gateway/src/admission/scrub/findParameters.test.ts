import { expect, test } from '@jest/globals';
import { scrubText } from './scrubText.js';

test.each([
  ['https://x.test/cb?code=4/0AbCdEf&state=xyz', 'https://x.test/cb?code=[secret]&state=xyz'],
  ['https://x.test/cb?state=xyz&code=4%2F0AbCdEf', 'https://x.test/cb?state=xyz&code=[secret]'],
  ['https://x.test/#code=abcdef', 'https://x.test/#code=[secret]'],
  ['/cb?Code=abcdef#top', '/cb?Code=[secret]#top'],
  [
    'grant_type=authorization_code&code=abcdef&code_verifier=ghijkl',
    'grant_type=authorization_code&code=[secret]&code_verifier=[secret]',
  ],
  ['https://b.test/f?sv=2024-11-04&sig=a%2Bb%3D&sp=r', 'https://b.test/f?sv=2024-11-04&sig=[secret]&sp=r'],
  ['https://b.test/f?X-Amz-Date=1&X-Amz-Signature=0a1b2c', 'https://b.test/f?X-Amz-Date=1&X-Amz-Signature=[secret]'],
  ['<a href="/f?a=1&amp;signature=0a1b2c">', '<a href="/f?a=1&amp;signature=[secret]">'],
  ['next=%2Fcb%3Fcode%3Dabcdef%26a%3D1', 'next=%2Fcb%3Fcode%3D[secret]%26a%3D1'],
  ['at f (https://x.test/app.js?code=abcdef:10:20)', 'at f (https://x.test/app.js?code=[secret]:10:20)'],
])('a secret in a query is hidden: %s', (text, expected) => {
  expect(scrubText(text)).toBe(expected);
  expect(scrubText(expected)).toBe(expected);
});

test.each([
  'https://x.test/?code=404',
  'https://x.test/?code=DE&page=2',
  'https://x.test/?zipcode=12345',
  'https://x.test/?code=',
  'exit code=137, code=ENOENT',
  '{"code":"ENOENT"}',
  "{ errno: -2, code: 'ENOENT', syscall: 'open' }",
  'Error: request failed with status code 500',
  'sig=SIGTERM',
])('%s stays', (text) => expect(scrubText(text)).toBe(text));
