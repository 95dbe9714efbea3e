import { describe, expect, test } from '@jest/globals';
import { mailAddress } from './mailAddress.js';

describe('an address', () => {
  test.each([
    ['ada@example.com', 'Ada@Example.COM'],
    ['ada@example.com', 'ada@example.com.'],
    ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
    ['ada@bücher.example', 'ada@BÜCHER.example'],
    ['ada@example.com', 'ａｄａ@example.com'],
    ['ada@example.com', 'ada@example。com'],
  ])('%s is the same as %s', (one, other) => {
    expect(mailAddress(one)).toEqual(mailAddress(other));
  });

  test.each([
    ['ada@example.com', 'ada+alerts@example.com'],
    ['ada+a@example.com', 'ADA+b+c@example.com'],
    ['ada.love@gmail.com', 'adalove+x@googlemail.com'],
  ])('%s has the mailbox of %s and is confirmed by itself', (one, other) => {
    expect(mailAddress(one).mailbox).toBe(mailAddress(other).mailbox);
    expect(mailAddress(one).exact).not.toBe(mailAddress(other).exact);
  });

  test.each([
    ['ada@example.com', 'bob@example.com'],
    ['ada@example.com', 'ada@example.org'],
    ['ada.love@example.com', 'adalove@example.com'],
    ['+a@example.com', '+b@example.com'],
  ])('%s has another mailbox than %s', (one, other) => {
    expect(mailAddress(one).mailbox).not.toBe(mailAddress(other).mailbox);
  });
});
