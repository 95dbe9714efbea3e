import { DAY_MS, HOUR_MS } from '@sluice/contract';
import { describe, expect, test } from '@jest/globals';
import { refusedKeyDrops } from './disabledKey.js';
import type { Drop } from './drop.js';
import type { HourCount } from './dropFacts.js';
import { filterDrops } from './filter.js';
import { quotaDrops } from './monthlyQuota.js';
import { rateLimitedDrops } from './rateLimited.js';
import { refusedOriginDrops } from './refusedOrigin.js';
import { silenceDrops } from './silence.js';
import { tokenDrops } from './tokenExpiry.js';

const HOUR = Date.UTC(2026, 10, 20, 12);
const ORGANIZATION_OF = new Map([['1', '9']]);

describe('what is refused', () => {
  test('spike protection and the backlog are reported by type, caps and byte quotas together', () => {
    const counts = ['spike', 'backlog', 'hourly_cap', 'byte_quota'].flatMap((reason) => [
      count('rate_limited', reason, 3),
      count('rate_limited', reason, 4, { type: 'log' }),
    ]);
    const hour = '2026-11-20T12:00:00.000Z';
    expect([...named(rateLimitedDrops(counts, ORGANIZATION_OF))].sort()).toEqual([
      `backlog:log ${hour} {"count":4,"hour":"${hour}","type":"log"}`,
      `backlog:span ${hour} {"count":3,"hour":"${hour}","type":"span"}`,
      `byte_quota: ${hour} {"count":7,"hour":"${hour}"}`,
      `hourly_cap: ${hour} {"count":7,"hour":"${hour}"}`,
      `spike_cap:log ${hour} {"count":4,"hour":"${hour}","type":"log"}`,
      `spike_cap:span ${hour} {"count":3,"hour":"${hour}","type":"span"}`,
    ]);
  });

  test('nothing of a deleted project is reported', () => {
    expect(rateLimitedDrops([count('rate_limited', 'spike', 3)], new Map())).toEqual([]);
  });
});

describe('a filter', () => {
  const before = { hourMs: HOUR - HOUR_MS };
  test.each<[string, readonly HourCount[], readonly string[]]>([
    [
      'is reported with half of 200 events',
      [count('filtered', 'ip', 100), count('processed', '', 100)],
      ['filter:ip 2026-11-20 {"reason":"ip","count":100,"percent":50,"before":0,"hour":"2026-11-20T12:00:00.000Z"}'],
    ],
    ['is not with 99 events', [count('filtered', 'ip', 99)], []],
    ['is not with less than half', [count('filtered', 'ip', 100), count('processed', '', 101)], []],
    [
      'goes on with less than twice the share of the day before',
      [count('filtered', 'ip', 100), count('filtered', 'ip', 51, before), count('processed', '', 49, before)],
      [
        'filter:ip 2026-11-20/ongoing {"reason":"ip","count":100,"percent":100,"before":51,"hour":"2026-11-20T12:00:00.000Z"}',
      ],
    ],
    ['is not if it drops on purpose', [count('filtered', 'sampled', 500), count('filtered', 'ingestion_off', 500)], []],
  ])('%s', (_name, counts, expected) => {
    expect(named(filterDrops(counts, HOUR, ORGANIZATION_OF))).toEqual(expected);
  });
});

describe('a silent project', () => {
  const nowMs = HOUR + HOUR_MS + 60_000;
  const lastHourMs = HOUR - HOUR_MS;
  test.each<[string, number | null, readonly number[], number]>([
    ['three of seven days had 100 events', lastHourMs, [100, 200, 100, 5], 1],
    ['only two days had', lastHourMs, [100, 200, 99], 0],
    ['there were events in the hour', HOUR, [100, 100, 100], 0],
    ['there were events since', HOUR + HOUR_MS, [100, 100, 100], 0],
    ['it had none for a day', null, [100, 100, 100], 0],
  ])('is reported or not: %s', (_name, last, sameHours, expected) => {
    const projects = [{ projectId: '1', lastHourMs: last, sameHours }];
    const drops = silenceDrops(projects, { hourMs: HOUR, nowMs }, ORGANIZATION_OF);
    expect(drops.map(({ occurrence, details }) => [occurrence, details])).toEqual(
      Array.from({ length: expected }, () => ['2026-11-20T11:00:00.000Z', { minutes: 61, usual: 100 }]),
    );
  });
});

test.each([
  [79, []],
  [80, ['monthly_quota:logs:80 202611 500']],
  [99, ['monthly_quota:logs:80 202611 500']],
  [100, ['monthly_quota:logs:100 202611 500']],
  [130, ['monthly_quota:logs:100 202611 500']],
])('a monthly quota of which %i %% is used', (used, expected) => {
  const drops = quotaDrops([{ organizationId: '9', pool: 'logs', count: used * 5, limit: 500, month: 202_611 }]);
  expect(drops.map(({ kind, what, occurrence }) => `${kind}:${what} ${occurrence}`)).toEqual(expected);
});

test('a quota that is raised and used up again is another drop', () => {
  const occurrences = [500, 1_000].map((limit) =>
    quotaDrops([{ organizationId: '9', pool: 'logs', count: limit, limit, month: 202_611 }]).map(
      (drop) => drop.occurrence,
    ),
  );
  expect(occurrences).toEqual([['202611 500'], ['202611 1000']]);
});

test.each([
  [8, []],
  [7, [7]],
  [1.5, [7]],
  [1, [1]],
])('a token that expires in %d days', (days, expected) => {
  const token = { organizationId: '9', id: '5', hint: 'abcd', createdMs: 0, expiresMs: HOUR + days * DAY_MS };
  expect(tokenDrops([token], HOUR).map(({ details }) => details['days'])).toEqual(expected);
});

test.each([
  [8, 7, [7]],
  [7, 7, []],
  [3, 1, [1]],
  [0.5, 0.5, []],
])('a token that lives %d days and expires in %d days', (lifetime, days, expected) => {
  const expiresMs = HOUR + days * DAY_MS;
  const token = { organizationId: '9', id: '5', hint: 'abcd', createdMs: expiresMs - lifetime * DAY_MS, expiresMs };
  expect(tokenDrops([token], HOUR).map(({ details }) => details['days'])).toEqual(expected);
});

test.each([
  [9, 'https://a.example', []],
  [
    10,
    'https://a.example',
    ['refused_origin: 2026-11-20 {"origin":"https://a.example","count":10,"day":"2026-11-20"}'],
  ],
  [10, '', ['refused_origin: 2026-11-20 {"origin":"(none)","count":10,"day":"2026-11-20"}']],
])('%i requests of a day that were refused from %j', (requests, origin, expected) => {
  expect(named(refusedOriginDrops([{ projectId: '1', origin, count: requests }], HOUR, ORGANIZATION_OF))).toEqual(
    expected,
  );
});

test('each disabled key with ten requests of a day is reported with its label and when it was disabled', () => {
  const used = (key: string, requests: number) => ({
    projectId: '1',
    key,
    label: 'app',
    disabledMs: HOUR,
    count: requests,
  });
  const drops = refusedKeyDrops([used('aa', 10), used('bb', 9), used('sls_cc', 11)], HOUR, ORGANIZATION_OF);
  const [disabledAt, day] = ['2026-11-20T12:00:00.000Z', '2026-11-20'];
  expect(named(drops)).toEqual([
    `disabled_key:aa 2026-11-20 ${JSON.stringify({ key: 'aa', label: 'app', disabledAt, count: 10, day })}`,
    `disabled_key:sls_cc 2026-11-20 ${JSON.stringify({ key: 'sls_cc', label: 'app', disabledAt, count: 11, day })}`,
  ]);
  expect(refusedKeyDrops([used('aa', 10)], HOUR, new Map())).toEqual([]);
});

function count(outcome: string, reason: string, events: number, more: Partial<HourCount> = {}): HourCount {
  return {
    projectId: '1',
    type: 'span',
    outcome,
    reason,
    hourMs: HOUR,
    count: events,
    ...more,
  };
}

function named(drops: readonly Drop[]): readonly string[] {
  return drops.map(({ kind, what, occurrence, details }) => `${kind}:${what} ${occurrence} ${JSON.stringify(details)}`);
}
