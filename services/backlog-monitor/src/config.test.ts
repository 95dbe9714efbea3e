import { describe, expect, test } from '@jest/globals';
import { ConfigError, readSettings } from '@sluice/runtime';
import { BACKLOG_MONITOR_SETTINGS, type BacklogMonitorConfig } from './config.js';

const read = (env: Record<string, string>): BacklogMonitorConfig => readSettings(BACKLOG_MONITOR_SETTINGS, env);

describe('settings of the backlog monitor', () => {
  test('have defaults', () => {
    expect(read({})).toEqual({
      periodMs: 1_000,
      shards: 1,
      marks: {
        depth: { high: 500_000, low: 50_000 },
        age: { high: 60_000, low: 10_000 },
        memory: { high: 0.6, low: 0.5 },
        raiseAfterMs: 3_000,
        lowerAfterMs: 5_000,
      },
      flagTtlMs: 15_000,
      heartbeatTtlMs: 10_000,
      estimateWindowMs: 15_000,
    });
  });

  test('a low mark that is not set follows its high mark', () => {
    const { marks } = read({ BACKLOG_DEPTH_HIGH: '100', BACKLOG_MEMORY_HIGH_PERCENT: '40' });
    expect(marks.depth).toEqual({ high: 100, low: 10 });
    expect(marks.memory).toEqual({ high: 0.4, low: 0.3 });
  });

  test('times to live cover at least five periods by default', () => {
    expect(read({ BACKLOG_PERIOD_MS: '10000' })).toMatchObject({ flagTtlMs: 50_000, heartbeatTtlMs: 50_000 });
  });

  test('rejects crossed marks and a flag that expires between two readings together', () => {
    const wrong = { BACKLOG_AGE_HIGH_MS: '100', BACKLOG_AGE_LOW_MS: '100', BACKLOG_FLAG_TTL_MS: '900' };
    expect(() => read(wrong)).toThrow(ConfigError);
    expect(() => read(wrong)).toThrow(/BACKLOG_AGE_LOW_MS=100.*0 to 99/);
    expect(() => read(wrong)).toThrow(/BACKLOG_FLAG_TTL_MS=900/);
  });
});
