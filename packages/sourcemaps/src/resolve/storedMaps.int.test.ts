import { beforeEach, describe, expect, test } from '@jest/globals';
import type { Database } from '@sluice/db';
import { createMetrics } from '@sluice/runtime';
import { useDatabase } from '@sluice/testkit';
import { createBlobStore } from '../stores/createBlobStore.js';
import { createHeadCache } from './headCache.js';
import { DEFAULT_RESOLVER_CONFIG } from './resolverConfig.js';
import { resolverMetrics } from './resolverMetrics.js';
import { createStoredMaps, type StoredMaps } from './storedMaps.js';
import { storeMap } from './testing/storeMap.js';
import { mapOf } from './testing/testResolver.js';

const MIB = 1_048_576;
const { cacheTtlMs } = DEFAULT_RESOLVER_CONFIG;
let project = 0;
let nowMs: number;
const database = useDatabase();
beforeEach(() => {
  project++;
  nowMs = 1_000_000;
});
const wanted = () => ({ projectId: String(project), release: '1', filename: 'app.js' });
const store = () => storeMap(database.db, { ...wanted(), map: mapOf([[[0, 0, 0, 0]]], { 'a.js': 'a' }) });
/** Ids of the stored maps. */
const idsOf = async (found: ReturnType<StoredMaps['find']>) => (await found).map((map) => map?.mapId);

describe('the answer of a slow query', () => {
  test('is believed from when it was asked, not from when it arrived', async () => {
    const { db, answered } = slowDatabase();
    const maps = mapsOver(db);
    const first = idsOf(maps.find([wanted()]));
    const [answer] = await answered(1);
    const { id } = await store();
    nowMs += cacheTtlMs;
    answer?.arrive();
    expect(await first).toEqual([undefined]);
    const second = idsOf(maps.find([wanted()]));
    (await answered(2))[1]?.arrive();
    expect(await second).toEqual([id]);
  });

  test('is shared by those who ask while it is on its way, as long as it would be believed', async () => {
    const { db, answered } = slowDatabase();
    const maps = mapsOver(db);
    const early = idsOf(maps.find([wanted()]));
    await answered(1);
    nowMs += cacheTtlMs - 1;
    const shared = idsOf(maps.find([wanted()]));
    const { id } = await store();
    nowMs += 1;
    const late = idsOf(maps.find([wanted()]));
    const [first, second] = await answered(2);
    second?.arrive();
    expect(await late).toEqual([id]);
    first?.arrive();
    expect(await Promise.all([early, shared])).toEqual([[undefined], [undefined]]);
    // The older answer did not take the younger one's place.
    expect(await idsOf(maps.find([wanted()]))).toEqual([id]);
  });

  test('replaces an older answer even if it belongs to a separate query', async () => {
    const { db, answered } = slowDatabase();
    const maps = mapsOver(db);
    const early = idsOf(maps.find([wanted()]));
    await answered(1);
    const { id } = await store();
    nowMs += 1;
    const now = maps.findNow(wanted());
    const [first, second] = await answered(2);
    second?.arrive();
    expect((await now)?.mapId).toBe(id);
    first?.arrive();
    expect(await early).toEqual([undefined]);
    expect(await idsOf(maps.find([wanted()]))).toEqual([id]);
  });
});

describe('a change that this process has made', () => {
  test('is seen at once, however fresh the cached answer', async () => {
    const maps = mapsOver(database.db);
    expect(await idsOf(maps.find([wanted()]))).toEqual([undefined]);
    const { id } = await store();
    maps.forget(wanted().projectId);
    expect(await idsOf(maps.find([wanted()]))).toEqual([id]);
  });

  test('is seen by those who ask after it while an older answer is on its way, and when that has arrived', async () => {
    const { db, answered } = slowDatabase();
    const maps = mapsOver(db);
    const early = idsOf(maps.find([wanted()]));
    await answered(1);
    const { id } = await store();
    maps.forget(wanted().projectId);
    const late = idsOf(maps.find([wanted()]));
    const [first, second] = await answered(2);
    second?.arrive();
    expect(await late).toEqual([id]);
    first?.arrive();
    expect(await early).toEqual([undefined]);
    expect(await idsOf(maps.find([wanted()]))).toEqual([id]);
  });
});

describe('a clock that was set back', () => {
  const BACK_MS = 10_000;

  test('does not make an answer fresh when it comes to the same time again', async () => {
    const maps = mapsOver(database.db);
    expect(await idsOf(maps.find([wanted()]))).toEqual([undefined]);
    nowMs -= BACK_MS;
    expect(await idsOf(maps.find([wanted()]))).toEqual([undefined]);
    const { id } = await store();
    nowMs += BACK_MS;
    expect(await idsOf(maps.find([wanted()]))).toEqual([id]);
  });

  test('while an answer is on its way does not make the answer fresh', async () => {
    const { db, answered } = slowDatabase();
    const maps = mapsOver(db);
    const early = idsOf(maps.find([wanted()]));
    const [first] = await answered(1);
    nowMs -= BACK_MS;
    first?.arrive();
    expect(await early).toEqual([undefined]);
    const { id } = await store();
    nowMs += BACK_MS;
    const late = idsOf(maps.find([wanted()]));
    (await answered(2))[1]?.arrive();
    expect(await late).toEqual([id]);
  });
});

/** A delayed response of the database, with the content at the time of the query. */
interface Held {
  readonly arrive: () => void;
}

/** A database whose responses arrive when the test releases them. */
function slowDatabase(): { readonly db: Database; readonly answered: (count: number) => Promise<readonly Held[]> } {
  const held: Held[] = [];
  let wake: () => void = () => undefined;
  const kysely = database.db.kysely.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: ({ result }) =>
      new Promise((resolve) => {
        held.push({ arrive: () => resolve(result) });
        wake();
      }),
  });
  const answered = async (count: number): Promise<readonly Held[]> => {
    while (held.length < count) await new Promise<void>((resolve) => (wake = resolve));
    return held;
  };
  return { db: { ...database.db, kysely }, answered };
}

function mapsOver(db: Database): StoredMaps {
  const heads = createHeadCache(createBlobStore({ kind: 'postgres' }, database.db), MIB);
  const counts = resolverMetrics(createMetrics());
  return createStoredMaps({ db, heads, clock: () => nowMs, counts }, { cacheTtlMs, fileCacheBytes: MIB });
}
