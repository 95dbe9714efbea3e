import { expect, test } from '@jest/globals';
import { defuse, defuseDomains } from './defuse.js';

test.each(['shop@1.4.0', 'shop@2026.11.28-rc.1', 'shop@1.4.0+build.7, web@2', 'shop@1.4.0-beta-2'])(
  'the release %s stays as it is',
  (text) => {
    expect(defuse(text)).toBe(text);
    expect(defuseDomains(text)).toBe(text);
  },
);

test.each([
  ['ann@1und1.de', 'ann@\u200B1und1.de'],
  ['ann@10.0.0.1.example', 'ann@\u200B10.0.0.1.example'],
  ['ann@1.2-beta.com', 'ann@\u200B1.2-beta.com'],
  ['@channel', '@\u200Bchannel'],
  ['@acme/shop@1.4.0', '@\u200Bacme/shop@1.4.0'],
  ['a@1@b.example', 'a@\u200B1@\u200Bb.example'],
])('%s is broken', (text, expected) => {
  expect(defuse(text)).toBe(expected);
});
