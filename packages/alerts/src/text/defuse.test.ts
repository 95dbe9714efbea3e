import { expect, test } from '@jest/globals';
import { defuse, defuseDomains, defuseMail } from './defuse.js';

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

test.each(['app.v2', 'shop-1.4.0.rc1', '2.0.0.beta1', 'on.v2.', '@acme/shop@1.4.0', 'since @acme/shop@1.4.0-rc.1'])(
  'in a mail, %s stays as it is',
  (text) => {
    expect(defuseMail(text)).toBe(text);
  },
);

test.each([
  ['shop-1.4.0.dev', 'shop-1.4.0.\u200Bdev'],
  ['com.example.app@1.4.0', 'com.\u200Bexample.\u200Bapp@1.4.0'],
  ['a.v2.example', 'a.v2.\u200Bexample'],
  ['a.v2-b.example', 'a.\u200Bv2-b.\u200Bexample'],
  ['ann@acme/shop@1.4.0', 'ann@\u200Bacme/shop@1.4.0'],
  ['@acme/shop@1.example', '@\u200Bacme/shop@\u200B1.\u200Bexample'],
  ['@acme.example/shop@1.4.0', '@\u200Bacme.\u200Bexample/shop@1.4.0'],
  ['@acme', '@\u200Bacme'],
])('in a mail, %s is broken', (text, expected) => {
  expect(defuseMail(text)).toBe(expected);
});
