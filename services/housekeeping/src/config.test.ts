import { describe, expect, test } from '@jest/globals';
import { DEFAULT_HOUSEKEEPING_CONFIG, readHousekeepingConfig, readHousekeepingProcess } from './config.js';

describe('settings of housekeeping', () => {
  test('an empty environment gives the defaults', () => {
    expect(readHousekeepingConfig({})).toEqual(DEFAULT_HOUSEKEEPING_CONFIG);
  });

  test('the projection stays complete for longer than a rebuild takes to come', () => {
    expect(readHousekeepingConfig({ PROJECTION_REBUILD_MS: '600000' }).projectionCompleteTtlMs).toBe(1_800_000);
    expect(() => readHousekeepingConfig({ PROJECTION_COMPLETE_TTL_MS: '60000' })).toThrow('PROJECTION_COMPLETE_TTL_MS');
  });

  test('all problems are told together', () => {
    const read = (): unknown => readHousekeepingConfig({ PARTITION_INTERVAL: 'week', USAGE_DAYS: '30' });
    expect(read).toThrow('PARTITION_INTERVAL=week: must be one of hour, day');
    expect(read).toThrow('USAGE_DAYS=30');
  });

  test('one Redis serves queues too, unless told otherwise', () => {
    expect(readHousekeepingProcess({ REDIS_URL: 'redis://a:1' }).queueRedisUrl).toBe('redis://a:1');
  });
});
