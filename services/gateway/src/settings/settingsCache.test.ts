import { describe, expect, test } from '@jest/globals';
import { silentLogger } from '@sluice/runtime';
import { setTimeout as delay } from 'node:timers/promises';
import { newProject } from '../testing/gatewayHarness.js';
import { createSettingsCache } from './settingsCache.js';

const away = (): Promise<never> => Promise.reject(new Error('redis is away'));

/** A cache of a gateway that has just started while Redis is away; Postgres takes a moment for each key. */
function coldCache(isSpooling: boolean) {
  const counts = { running: 0, most: 0 };
  const cache = createSettingsCache(
    {
      projection: { lookUp: away, changesSince: away },
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

describe('a gateway that starts while Redis is away', () => {
  test('asks Postgres for every key where it has a spool, eight at a time, and turns none away', async () => {
    const { cache, counts } = coldCache(true);
    const found = await Promise.all(Array.from({ length: 100 }, (_, index) => cache.find(`key ${index}`)));
    expect(found.every((project) => project !== undefined)).toBe(true);
    expect(counts.most).toBe(8);
  });

  test('asks nobody where it has none: nothing could be taken', async () => {
    const { cache, counts } = coldCache(false);
    await expect(cache.find('key')).rejects.toThrow('redis is away');
    expect(counts.most).toBe(0);
  });
});
