import { beforeEach, describe, expect, test } from '@jest/globals';
import { DEFAULT_ORGANIZATION_SETTINGS, DEFAULT_PROJECT_SETTINGS, type ProjectedProject } from '@sluice/contract';
import { keys } from '../keys.js';
import { useRedis } from '../testing/useRedis.js';
import { createProjection } from './createProjection.js';
import type { Projection } from './types.js';

const redis = useRedis();
const [SHOP, STORE] = [project('shop'), project('store')];

let projection: Projection;
beforeEach(() => {
  projection = createProjection(redis.client());
});

describe('a key’s state', () => {
  test('is written if newer, and only then', async () => {
    expect(await projection.put('k', 2, SHOP)).toBe(true);
    expect(await projection.put('k', 2, STORE)).toBe(false);
    expect(await projection.put('k', 1, STORE)).toBe(false);
    expect(await projection.lookUp('k')).toEqual({ state: 'found', project: SHOP, version: 2 });
    expect(await projection.put('k', 10, STORE)).toBe(true);
    expect(await projection.lookUp('k')).toEqual({ state: 'found', project: STORE, version: 10 });
  });

  test('stays disabled when an older rebuild arrives late', async () => {
    await projection.put('k', 3, SHOP);
    await projection.put('k', 5, null);
    expect(await projection.put('k', 4, SHOP)).toBe(false);
    expect(await projection.lookUp('k')).toEqual({ state: 'disabled' });
  });

  test('disabled before it was ever seen is known too', async () => {
    await projection.put('k', 5, null);
    expect(await projection.putAll([{ key: 'k', version: 4, project: SHOP }])).toBe(0);
    expect(await projection.lookUp('k')).toEqual({ state: 'disabled' });
  });

  test('comes in any number', async () => {
    const entries = Array.from({ length: 250 }, (_, index) => ({ key: `k${index}`, version: 1, project: SHOP }));
    expect(await projection.putAll(entries)).toBe(250);
    expect(await projection.putAll(entries)).toBe(0);
    expect(await projection.putAll([])).toBe(0);
    expect(await projection.lookUp('k249')).toMatchObject({ state: 'found' });
  });

  test('is absent for certain only while the projection is complete', async () => {
    expect(await projection.lookUp('k')).toEqual({ state: 'absent', complete: false });
    await projection.markComplete(60_000);
    expect(await projection.isComplete()).toBe(true);
    expect(await projection.lookUp('k')).toEqual({ state: 'absent', complete: true });
    const ttl = await redis.client().pttl(keys.settingsComplete);
    expect(ttl).toBeGreaterThan(50_000);
    await redis.client().flushall();
    expect(await projection.isComplete()).toBe(false);
  });

  test('counts as complete only if that was recorded recently', async () => {
    expect(await projection.isFollowed()).toBe(false);
    await projection.markFollowed(60_000);
    expect(await projection.isFollowed()).toBe(true);
    const ttl = await redis.client().pttl(keys.settingsFollowed);
    expect(ttl).toBeGreaterThan(50_000);
  });

  test.each([1.5, -1, 2 ** 53])('%d is no version', async (version) => {
    await expect(projection.put('k', version, SHOP)).rejects.toThrow('no version');
  });
});

describe('the change list', () => {
  test('returns all keys first, then changed ones, each once', async () => {
    await projection.put('a', 1, SHOP);
    const first = await projection.changesSince(undefined);
    expect(first.keys).toBe('all');
    await projection.put('b', 1, SHOP);
    await projection.put('b', 2, null);
    await projection.put('a', 2, STORE);
    const second = await projection.changesSince(first.cursor);
    expect(second.keys).toEqual(['b', 'a']);
    expect(await projection.changesSince(second.cursor)).toEqual({ cursor: second.cursor, keys: [] });
  });

  test('does not hold writes that changed nothing', async () => {
    await projection.put('a', 2, SHOP);
    const { cursor } = await projection.changesSince(undefined);
    await projection.put('a', 2, STORE);
    await projection.put('a', 1, STORE);
    expect(await projection.changesSince(cursor)).toEqual({ cursor, keys: [] });
  });

  test('reports that it is empty, and all keys once it has some', async () => {
    const first = await projection.changesSince(undefined);
    expect(first.keys).toBe('all');
    const second = await projection.changesSince(first.cursor);
    expect(second.keys).toEqual([]);
    await projection.put('a', 1, SHOP);
    expect((await projection.changesSince(second.cursor)).keys).toBe('all');
  });

  test('of a new Redis returns everything', async () => {
    await projection.put('a', 1, SHOP);
    const { cursor } = await projection.changesSince(undefined);
    await redis.client().flushall();
    const lost = await projection.changesSince(cursor);
    expect(lost.keys).toBe('all');
    // In the same millisecond the change of the new Redis would have the id of the old one's.
    while ((await redisMs()) <= Number.parseInt(cursor, 10));
    await projection.put('a', 1, SHOP);
    expect((await projection.changesSince(cursor)).keys).toBe('all');
  });

  test('trimmed beyond the cursor returns everything', async () => {
    await projection.put('a', 1, SHOP);
    const { cursor } = await projection.changesSince(undefined);
    await projection.put('b', 1, SHOP);
    await redis.client().xtrim(keys.settingsChanges, 'MAXLEN', 1);
    expect((await projection.changesSince(cursor)).keys).toBe('all');
  });

  test('keeps about ten thousand changes', async () => {
    const entries = Array.from({ length: 10_500 }, (_, index) => ({ key: `k${index}`, version: 1, project: null }));
    await projection.putAll(entries);
    const kept = await redis.client().xlen(keys.settingsChanges);
    expect(kept).toBeGreaterThanOrEqual(10_000);
    expect(kept).toBeLessThan(10_200);
  });
});

/** Redis's clock, milliseconds since 1970. */
async function redisMs(): Promise<number> {
  const [seconds, micros] = await redis.client().time();
  return Number(seconds) * 1_000 + Math.floor(Number(micros) / 1_000);
}

function project(name: string): ProjectedProject {
  return {
    projectId: '7',
    organizationId: '1',
    organization: 'acme',
    project: name,
    settings: DEFAULT_PROJECT_SETTINGS,
    monthly: DEFAULT_ORGANIZATION_SETTINGS.monthly,
  };
}
