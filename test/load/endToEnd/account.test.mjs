import { expect, test } from '@jest/globals';
import { disagreements } from './account.mjs';

const NONE = { filtered: 0, rate_limited: 0, quota_exceeded: 0, invalid: 0, unknown: 0, duplicate: 0 };
const client = (fields) => ({ ...NONE, sent: 100, processed: 100, ...fields });
const database = (fields) => ({ stored: 100, letters: 0, usage: { processed: 100 }, ...fields });

test.each([
  ['everything is stored', client(), database()],
  ['what is no row is a dead letter', client(), database({ stored: 99, letters: 1 })],
  [
    'refusals are counted on both sides',
    client({ processed: 90, rate_limited: 10 }),
    { stored: 90, letters: 0, usage: { processed: 90, rate_limited: 10 } },
  ],
  ['a batch without an answer was stored', client({ processed: 80, unknown: 20 }), database()],
  [
    'a batch without an answer was not stored',
    client({ processed: 80, unknown: 20 }),
    database({ stored: 80, usage: { processed: 80 } }),
  ],
])('the account holds where %s', (_, entry, found) => {
  expect(disagreements(entry, found)).toEqual([]);
});

test.each([
  ['a row is lost', client(), database({ stored: 99 })],
  ['a row is there twice', client(), database({ stored: 101 })],
  ['usage forgets', client(), database({ stored: 99, usage: { processed: 99 } })],
  ['usage counts what no tally named', client(), database({ stored: 101, usage: { processed: 101 } })],
  ['an event has no outcome', client({ sent: 101 }), database()],
  [
    'a refusal is in no usage',
    client({ processed: 90, filtered: 10 }),
    database({ stored: 90, usage: { processed: 90 } }),
  ],
  ['usage has a refusal that no tally named', client(), database({ usage: { processed: 100, invalid: 1 } })],
])('the account does not hold where %s', (_, entry, found) => {
  expect(disagreements(entry, found)).not.toEqual([]);
});
