import { expect, test } from '@jest/globals';
import { openClient } from './client.mjs';

const NONE = { sent: 0, processed: 0, filtered: 0, rate_limited: 0, quota_exceeded: 0, invalid: 0 };
const answer = (status, tally) => ({ status, text: JSON.stringify(tally) });

test.each([
  ['a tally is entered by its outcomes', answer(202, { processed: 19, invalid: 1 }), { processed: 19, invalid: 1 }],
  ['a refusal by rate is a tally, too', answer(429, { rate_limited: 20 }), { rate_limited: 20 }],
  ['the answer to a resend has no tally', answer(202, { duplicate: true }), { duplicate: 20 }],
  ['without an answer nothing is known', undefined, { unknown: 20 }],
])('%s', (_, found, expected) => {
  const client = openClient({ port: 1, keys: ['a', 'b'], connections: 1 });
  client.account(1, 20, found);
  const untouched = { ...NONE, unknown: 0, duplicate: 0 };
  expect(client.ledger).toEqual([untouched, { ...untouched, sent: 20, ...expected }]);
});

test('a batch that was answered 503 is not counted', () => {
  const client = openClient({ port: 1, keys: ['a'], connections: 1 });
  expect(client.account(0, 20, answer(503, {}))).toBeUndefined();
  expect(client.ledger[0].sent).toBe(0);
});
