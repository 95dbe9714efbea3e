import { expect, test } from '@jest/globals';
import { silentLogger } from '@sluice/runtime';
import { createVisitorHasher, type VisitorHasher } from './createVisitorHasher.js';

const DAY = 86_400_000;
const NOON = Date.UTC(2026, 0, 2, 12);

test('gateways hash an address equally on a day, and otherwise on the next', async () => {
  const keys = sharedKeys();
  const [one, other] = [await started(keys), await started(keys)];
  const hash = one.visitorOf('203.0.113.7', NOON);
  expect(hash).toMatch(/^[\w-]{22}$/);
  expect(other.visitorOf('203.0.113.7', NOON + 1)).toBe(hash);
  expect(one.visitorOf('203.0.113.8', NOON)).not.toBe(hash);
  expect(one.visitorOf('203.0.113.7', NOON + DAY)).not.toBe(hash);
  expect(other.visitorOf('203.0.113.7', NOON + DAY)).toBe(one.visitorOf('203.0.113.7', NOON + DAY));
});

test('keys expire an hour after their day', async () => {
  const keys = sharedKeys();
  await started(keys);
  const ttls = [...keys.stored].map(([day, { ttlMs }]) => [day, ttlMs / 3_600_000]);
  expect(ttls).toEqual([
    ['2026-01-02', 13],
    ['2026-01-03', 37],
  ]);
});

test('without Redis, a gateway distinguishes visitors by its own key, which Redis gets later', async () => {
  const keys = sharedKeys();
  keys.isDown = true;
  const alone = await started(keys);
  const hash = alone.visitorOf('203.0.113.7', NOON);
  expect(alone.visitorOf('203.0.113.7', NOON)).toBe(hash);
  keys.isDown = false;
  await alone.start();
  await alone.stop();
  expect((await started(keys)).visitorOf('203.0.113.7', NOON)).toBe(hash);
});

/** Redis as `createVisitorKeys` uses it: the first proposal of a day counts. */
function sharedKeys() {
  const stored = new Map<string, { readonly key: Buffer; readonly ttlMs: number }>();
  return {
    stored,
    isDown: false,
    agree(day: string, proposed: Buffer, ttlMs: number): Promise<Buffer> {
      if (this.isDown) return Promise.reject(new Error('unavailable'));
      if (!stored.has(day)) stored.set(day, { key: proposed, ttlMs });
      return Promise.resolve(stored.get(day)?.key ?? proposed);
    },
  };
}

async function started(keys: ReturnType<typeof sharedKeys>, nowMs = NOON): Promise<VisitorHasher> {
  const hasher = createVisitorHasher({
    keys: { agree: (day, proposed, ttlMs) => keys.agree(day, proposed, ttlMs) },
    clock: () => nowMs,
    logger: silentLogger,
  });
  await hasher.start();
  await hasher.stop();
  return hasher;
}
