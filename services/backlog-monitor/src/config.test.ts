import { describe, expect, test } from '@jest/globals';
import { ConfigError } from '@sluice/runtime';
import { DEFAULT_BACKLOG_MONITOR_CONFIG, readBacklogMonitorConfig } from './config.js';

describe('settings of the backlog monitor', () => {
  test('an empty environment gives the defaults', () => {
    expect(readBacklogMonitorConfig({})).toEqual(DEFAULT_BACKLOG_MONITOR_CONFIG);
  });

  test('a low mark that is not set follows its high mark', () => {
    const { marks } = readBacklogMonitorConfig({ BACKLOG_DEPTH_HIGH: '100', BACKLOG_MEMORY_HIGH_PERCENT: '40' });
    expect(marks.depth).toEqual({ high: 100, low: 10 });
    expect(marks.memory).toEqual({ high: 0.4, low: 0.3 });
  });

  test('times to live outlast a longer period', () => {
    expect(readBacklogMonitorConfig({ BACKLOG_PERIOD_MS: '10000' })).toMatchObject({
      flagTtlMs: 50_000,
      heartbeatTtlMs: 50_000,
    });
  });

  test('crossed marks and a flag that dies between two looks are refused together', () => {
    const read = (): unknown =>
      readBacklogMonitorConfig({ BACKLOG_AGE_HIGH_MS: '100', BACKLOG_AGE_LOW_MS: '100', BACKLOG_FLAG_TTL_MS: '900' });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(/BACKLOG_AGE_LOW_MS=100.*0 to 99/);
    expect(read).toThrow(/BACKLOG_FLAG_TTL_MS=900/);
  });
});
