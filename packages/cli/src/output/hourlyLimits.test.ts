import { describe, expect, test } from '@jest/globals';
import { DEFAULT_PROJECT_SETTINGS, EVENT_TYPES } from '@sluice/contract';
import type { ProjectCaps } from '@sluice/redis';
import { hourlyLimits, hourlyLimitTable } from './hourlyLimits.js';
import { createStyle } from './style.js';

const NOW = Date.UTC(2026, 10, 22, 11, 30);
const quiet = { accepted: 0, previous: [100, 50] as const, spikeCap: 1_000 };

describe('the limits of an hour', () => {
  test('have units in their table, and fit 80 columns', () => {
    const limits = hourlyLimits({ ...DEFAULT_PROJECT_SETTINGS, eventsPerHour: null }, caps({ bytes: 12_345 }), NOW);
    const rows = hourlyLimitTable(limits, createStyle(false, 80)).split('\n');
    expect(rows[2]).toMatch(/^log +spike +900 +1,300 events +previous 2 h: 700 \+ 600$/);
    expect(rows[7]).toMatch(/^4 types +hourly_cap +900 +none +eventsPerHour is none$/);
    expect(rows[8]).toMatch(/^all +byte_quota +12\.3 kB +2 GB +setting bytesPerHour$/);
    for (const row of rows) expect(row).not.toContain('…');
  });

  test('name the cap of each type and its reason', () => {
    expect(lines()).toEqual([
      'exception: spike 0 of 1000, minimum; previous 2 h: 100 + 50',
      'log: spike 900 of 1300, previous 2 h: 700 + 600',
      'span: spike 5 of 1000, minimum; previous 2 h: 0 + 0',
      'hit: spike 0 of 1000, minimum; previous 2 h: 100 + 50',
      'replay: spike 0 of 1000, minimum; previous 2 h: 100 + 50',
      'metric: spike 0 of 1000, minimum; previous 2 h: 100 + 50',
      '4 types: hourly_cap 900 of none, eventsPerHour is none',
      'all: byte_quota 77 of 2000000000, setting bytesPerHour',
    ]);
  });

  test.each([
    ['it is off', lines({ spikeProtection: false }), 'spikeProtection is off'],
    ['nothing was accepted yet', lines({}, { spikeFromMs: null }), 'starts 2 h after the first event'],
    ['the project is too young', lines({}, { spikeFromMs: NOW + 60_000 }), 'starts at 2026-11-22T11:31:00Z'],
  ])('have the reason why spike protection does not apply: %s', (_name, shown, why) => {
    expect(shown[0]).toBe(`exception: spike 0 of none, ${why}`);
  });

  test('show the settings', () => {
    const shown = lines({ eventsPerHour: 50, bytesPerHour: null });
    expect(shown.slice(-2)).toEqual([
      '4 types: hourly_cap 900 of 50, setting eventsPerHour',
      'all: byte_quota 77 of none, bytesPerHour is none',
    ]);
  });
});

function caps(changes: Partial<ProjectCaps> = {}): ProjectCaps {
  return {
    projectId: '7',
    hour: 0,
    endsMs: Date.UTC(2026, 10, 22, 12),
    spikeFromMs: NOW - 1,
    types: {
      ...(Object.fromEntries(EVENT_TYPES.map((type) => [type, quiet])) as ProjectCaps['types']),
      log: { accepted: 900, previous: [700, 600], spikeCap: 1_300 },
      span: { accepted: 5, previous: [0, 0], spikeCap: 1_000 },
    },
    bytes: 77,
    ...changes,
  };
}

function lines(settings: Partial<typeof DEFAULT_PROJECT_SETTINGS> = {}, changes: Partial<ProjectCaps> = {}): string[] {
  return hourlyLimits({ ...DEFAULT_PROJECT_SETTINGS, ...settings }, caps(changes), NOW).map(
    ({ types, used, limit, reason, why }) => `${types}: ${reason} ${used} of ${limit ?? 'none'}, ${why}`,
  );
}
