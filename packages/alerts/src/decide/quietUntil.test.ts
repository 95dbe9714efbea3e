import { describe, expect, test } from '@jest/globals';
import type { QuietHours } from '@sluice/contract';
import { quietUntil } from './quietUntil.js';

const BERLIN = { timeZone: 'Europe/Berlin', from: '22:00', to: '07:00' };
const KOLKATA = { timeZone: 'Asia/Kolkata', from: '13:00', to: '14:00' };
const NEW_YORK = { timeZone: 'America/New_York', from: '01:30', to: '02:30' };
const APIA = { timeZone: 'Pacific/Apia', from: '00:00', to: '00:00' };
const LORD_HOWE = { timeZone: 'Australia/Lord_Howe', from: '23:00', to: '02:15' };

describe('quiet hours', () => {
  test.each<[string, QuietHours, string, string | undefined]>([
    ['before they begin', BERLIN, '2026-11-25T20:59:59Z', undefined],
    ['in the first second', BERLIN, '2026-11-25T21:00:00Z', '2026-11-26T06:00:00Z'],
    ['after midnight', BERLIN, '2026-11-26T02:00:00Z', '2026-11-26T06:00:00Z'],
    ['at their end', BERLIN, '2026-11-26T06:00:00Z', undefined],
    ['within one day, in a zone with half an hour', KOLKATA, '2026-11-25T07:45:00Z', '2026-11-25T08:30:00Z'],
    ['before them in that zone', KOLKATA, '2026-11-25T07:29:00Z', undefined],
    ['a whole day', APIA, '2026-11-25T11:00:00Z', '2026-11-26T11:00:00Z'],
    ['only on Fridays, on a Friday', { ...BERLIN, days: [5] }, '2026-11-27T22:00:00Z', '2026-11-28T06:00:00Z'],
    ['only on Fridays, on the morning after', { ...BERLIN, days: [5] }, '2026-11-28T05:00:00Z', '2026-11-28T06:00:00Z'],
    ['only on Fridays, on a Thursday', { ...BERLIN, days: [5] }, '2026-11-26T22:00:00Z', undefined],
    // Summer time begins in Berlin on 2026-03-29 at 01:00 UTC and ends on 2026-10-25 at 01:00 UTC.
    ['a night that is an hour shorter', BERLIN, '2026-03-28T23:00:00Z', '2026-03-29T05:00:00Z'],
    ['a night that is an hour longer', BERLIN, '2026-10-24T23:00:00Z', '2026-10-25T06:00:00Z'],
    // 02:30 does not exist in New York on 2026-03-08: the clock goes from 02:00 to 03:00 at 07:00 UTC.
    ['an end that is skipped', NEW_YORK, '2026-03-08T06:45:00Z', '2026-03-08T07:00:00Z'],
    // 01:30 occurs twice on 2026-11-01, at 05:30 and 06:30 UTC.
    ['a beginning that occurs twice', NEW_YORK, '2026-11-01T05:30:00Z', '2026-11-01T07:30:00Z'],
    // Lord Howe Island moves its clock by half an hour: from 02:00 to 01:30 on 2026-04-05 at 15:00 UTC the day before.
    ['a change of half an hour', LORD_HOWE, '2026-04-04T14:00:00Z', '2026-04-04T15:45:00Z'],
  ])('%s', (_, hours, now, expected) => {
    expect(until(hours, now)).toBe(expected);
  });

  test('the end is later than now, for every minute of a year of changes', () => {
    const start = Date.UTC(2026, 0, 1);
    for (let minute = 0; minute < 366 * 24 * 60; minute += 97) {
      const now = start + minute * 60_000;
      expect(quietUntil(NEW_YORK, now) ?? Infinity).toBeGreaterThan(now);
    }
  });
});

function until(hours: QuietHours, now: string): string | undefined {
  const end = quietUntil(hours, Date.parse(now));
  return end === undefined ? undefined : new Date(end).toISOString().replace('.000', '');
}
