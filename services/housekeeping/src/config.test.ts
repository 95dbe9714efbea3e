import { describe, expect, test } from '@jest/globals';
import { readSettings } from '@sluice/runtime';
import { HOUSEKEEPING_SERVICE_SETTINGS, HOUSEKEEPING_SETTINGS, type HousekeepingConfig } from './config.js';

const read = (env: Record<string, string>): HousekeepingConfig => readSettings(HOUSEKEEPING_SETTINGS, env);

describe('settings of housekeeping', () => {
  test('the projection stays complete for longer than the time between two rebuilds', () => {
    expect(read({}).projectionCompleteTtlMs).toBe(300_000);
    expect(read({ PROJECTION_REBUILD_MS: '600000' }).projectionCompleteTtlMs).toBe(1_800_000);
    expect(() => read({ PROJECTION_COMPLETE_TTL_MS: '60000' })).toThrow('PROJECTION_COMPLETE_TTL_MS');
  });

  test('reports all problems of its settings and connections together', () => {
    const wrong = { PARTITION_INTERVAL: 'week', USAGE_DAYS: '30', REDIS_URL: 'http://a' };
    expect(() => readSettings(HOUSEKEEPING_SERVICE_SETTINGS, wrong)).toThrow(
      [
        'PARTITION_INTERVAL=week: must be one of hour, day',
        'USAGE_DAYS=30: must be a whole number from 62 to 36500',
        'REDIS_URL=http://a: must be a URL that begins with redis:// or rediss://',
      ].join('\n'),
    );
  });

  test('the queues are in the same Redis by default', () => {
    expect(readSettings(HOUSEKEEPING_SERVICE_SETTINGS, { REDIS_URL: 'redis://a:1' }).queueRedisUrl).toBe('redis://a:1');
  });
});
