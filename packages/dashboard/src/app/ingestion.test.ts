import { expect, test } from '@jest/globals';
import { ingestionOf } from './ingestion.js';

const HOUR = Date.UTC(2026, 10, 24, 10);

test.each([
  ['the average of the hour without an earlier sample', at(10, 1_200, 1_200), undefined, { perMinute: 120, lagMs: 0 }],
  ['the rate between two samples', at(10, 1_200, 1_200), at(9, 1_140, 1_140), { perMinute: 60, lagMs: 0 }],
  ['a sample of another hour does not count', at(10, 1_200, 1_200), at(-5, 9_000, 9_000), { perMinute: 120, lagMs: 0 }],
  ['the lag is what arrives in the time', at(10, 1_200, 1_198), undefined, { perMinute: 120, lagMs: 1_000 }],
  ['a backlog that no longer grows', at(10, 1_200, 1_080), at(9, 1_200, 600), { perMinute: 0, lagMs: 60_000 }],
  [
    'without counts of gateways the lag is unknown',
    at(10, undefined, 600),
    undefined,
    { perMinute: 60, lagMs: undefined },
  ],
  ['nothing at all', at(0, 0, 0), undefined, { perMinute: 0, lagMs: 0 }],
])('rate and lag are computed: %s', (_name, now, before, expected) =>
  expect(ingestionOf(now, before)).toEqual(expected),
);

function at(minutes: number, accepted: number | undefined, stored: number) {
  return {
    atMs: HOUR + minutes * 60_000,
    accepted,
    stored,
  };
}
