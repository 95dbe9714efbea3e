import { describe, expect, test } from '@jest/globals';
import { silentLogger } from '@sluice/runtime';
import { setTimeout as delay } from 'node:timers/promises';
import { newProject } from '../testing/gatewayHarness.js';
import { createSettingsCache } from './settingsCache.js';

const unavailable = (): Promise<never> => Promise.reject(new Error('Redis is unavailable'));

describe('a gateway that starts while Redis is unavailable', () => {
  test('looks up every key in PostgreSQL, eight at a time, if it has a spool', async () => {
    const { cache, counts } = coldCache(true);
    const found = await Promise.all(Array.from({ length: 100 }, (_, index) => cache.find(`key ${index}`)));
    expect(found.every((project) => typeof project === 'object')).toBe(true);
    expect(counts.most).toBe(8);
  });

  test('looks up no key without a spool', async () => {
    const { cache, counts } = coldCache(false);
    await expect(cache.find('key')).rejects.toThrow('Redis is unavailable');
    expect(counts.most).toBe(0);
  });
});

/** Returns the cache of a gateway that started while Redis is unavailable. Lookups in PostgreSQL take some time. */
function coldCache(isSpooling: boolean) {
  const counts = { running: 0, most: 0 };
  const cache = createSettingsCache(
    {
      projection: { lookUp: unavailable, changesSince: unavailable },
      findKey: async () => {
        counts.running += 1;
        counts.most = Math.max(counts.most, counts.running);
        await delay(2);
        counts.running -= 1;
        return newProject();
      },
      logger: silentLogger,
    },
    { settingsRefreshMs: 1_000, maxCachedKeys: 1_000, maxUnknownKeys: 10, unknownKeyMs: 1_000, isSpooling },
  );
  return { cache, counts };
}
