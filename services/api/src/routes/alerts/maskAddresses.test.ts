import { expect, test } from '@jest/globals';
import { maskAddresses } from './maskAddresses.js';

test.each([
  ['ada@example.com', 'a…@example.com'],
  ['a@example.com', 'a…@example.com'],
  [
    'ada.b+c@example.com: mail failed at RCPT: 550 no mailbox <ada.b+c@example.com>; bob@x.example: later',
    'a…@example.com: mail failed at RCPT: 550 no mailbox <a…@example.com>; b…@x.example: later',
  ],
  ['the receiver answered 503 @ noon', 'the receiver answered 503 @ noon'],
])('%s is shown as %s', (text, shown) => {
  expect(maskAddresses(text)).toBe(shown);
});
