import { beforeEach, describe, expect, test } from '@jest/globals';
import {
  clearIssues,
  occurrence,
  storeOccurrences,
  ARRIVAL,
  randomFrom,
  shuffle,
  clearSourceMaps,
  upload,
  useDatabase,
} from '@sluice/testkit';
import { type Queryable, inTransaction } from '@sluice/db';
import {
  upsertReleases,
  describeRelease,
  type ReleaseDescription,
  hasRelease,
  readRelease,
} from '@sluice/sourcemaps/statements';
import { mergeIssues } from '@sluice/issues';
import { listReleases } from './listReleases.js';

const { db } = useDatabase();
beforeEach(async () => {
  await clearIssues(db);
  await clearSourceMaps(db);
});

const DEPLOYED = new Date('2026-01-31T11:00:00.123Z');
const WHOLE = {
  version: 'shop@1',
  ref: 'abc123',
  url: 'https://ci.example/1',
  deployedAt: DEPLOYED,
  notes: 'first',
};

describe('describing a release', () => {
  test('makes its row, once', async () => {
    const { release, isNew } = await describeRelease(db, '1', WHOLE);
    expect(isNew).toBe(true);
    expect(release).toEqual({
      ...WHOLE,
      firstSeen: null,
      lastSeen: null,
      createdAt: expect.any(Date),
      exceptions: 0,
      newIssues: 0,
      sourceMaps: 0,
    });
    expect(await describeRelease(db, '1', { version: 'shop@1' })).toEqual({ release, isNew: false });
    expect(await readRelease(db, '1', 'shop@1')).toEqual(release);
  });

  test.each<[string, Omit<ReleaseDescription, 'version'>, object]>([
    ['one field', { notes: 'second' }, { notes: 'second' }],
    ['fields to be cleared', { url: null, deployedAt: null }, { url: null, deployedAt: null }],
    ['fields that are undefined', { ref: undefined, notes: 'second' }, { notes: 'second' }],
    ['no field', {}, {}],
  ])('with %s writes those and no others', async (_name, fields, expected) => {
    await describeRelease(db, '1', WHOLE);
    const { release } = await describeRelease(db, '1', { version: 'shop@1', ...fields });
    expect(release).toMatchObject({ ...WHOLE, ...expected });
  });

  test('that was seen already keeps its times and counts', async () => {
    await see('shop@1', ARRIVAL);
    const { release, isNew } = await describeRelease(db, '1', WHOLE);
    expect([isNew, release]).toMatchObject([false, { ...WHOLE, exceptions: 1, lastSeen: new Date(ARRIVAL) }]);
  });

  test('by many at the same time, each another field, loses none, and only one made it', async () => {
    const random = randomFrom(Date.now());
    const { version, ...fields } = WHOLE;
    const parts = Object.entries(fields).map(([name, value]) => ({ [name]: value }));
    for (let round = 0; round < 20; round += 1) {
      const release = `${version} ${round}`;
      const described = await Promise.all(
        shuffle([...parts, ...parts], random).map((part) => describeRelease(db, '1', { version: release, ...part })),
      );
      expect(described.filter(({ isNew }) => isNew)).toHaveLength(1);
      expect(await readRelease(db, '1', release)).toMatchObject(fields);
    }
  });

  test('is a touch, at most once an hour', async () => {
    const touchedAt = async (): Promise<string> =>
      (
        await db.pool.query<{ touched_at: Date }>('select touched_at from releases')
      ).rows[0]?.touched_at.toISOString() ?? '';
    await describeRelease(db, '1', WHOLE);
    const first = await touchedAt();
    await describeRelease(db, '1', WHOLE);
    expect(await touchedAt()).toBe(first);
    await db.pool.query(`update releases set touched_at = now() - interval '2 hours'`);
    await describeRelease(db, '1', WHOLE);
    expect((await touchedAt()) >= first).toBe(true);
  });

  test('of another project writes nothing of ours', async () => {
    await describeRelease(db, '1', WHOLE);
    expect((await describeRelease(db, '2', { version: 'shop@1', notes: 'theirs' })).isNew).toBe(true);
    expect(await readRelease(db, '1', 'shop@1')).toMatchObject(WHOLE);
    expect(await readRelease(db, '2', 'shop@1')).toMatchObject({ ref: null, notes: 'theirs' });
  });
});

describe('a release', () => {
  test.each(['a', 'A', ' a', 'a ', 'a/b', 'a%2Fb', '💥', 'e\u0301', '\u00e9'])(
    'has its version character for character: "%s"',
    async (version) => {
      for (const each of ['a', 'A', ' a', 'a ', 'a/b', 'a%2Fb', '💥', 'e\u0301', '\u00e9']) await see(each, ARRIVAL);
      expect(await readRelease(db, '1', version)).toMatchObject({ version });
    },
  );

  test('that is missing or of another project is not found', async () => {
    await see('shop@1', ARRIVAL);
    expect(await hasRelease(db, '1', 'shop@1')).toBe(true);
    for (const [projectId, version] of [
      ['2', 'shop@1'],
      ['1', 'shop@2'],
      ['1', 'shop@1\0'],
    ] as const) {
      expect(await readRelease(db, projectId, version)).toBeUndefined();
      expect(await hasRelease(db, projectId, version)).toBe(false);
    }
  });

  test('counts exceptions, existing issues first seen in it, and its source maps', async () => {
    const [first, second] = await storeOccurrences(
      db,
      occurrence(0, { hashes: ['aa'], release: 'shop@1' }),
      occurrence(1, { hashes: ['bb'], release: 'shop@1' }),
      occurrence(2, { hashes: ['cc'], release: 'shop@1' }),
      occurrence(3, { hashes: ['aa'], release: 'shop@2' }),
      occurrence(4, { hashes: ['dd'], release: 'shop@2' }),
    );
    await storeOccurrences(db, occurrence(5, { projectId: '2', hashes: ['ee'], release: 'shop@1' }));
    await upload(db, { release: 'shop@2', filename: 'a.js' });
    await upload(db, { release: 'shop@2', filename: 'b.js' });
    await upload(db, { release: 'shop@2', projectId: '2' });
    const counts = async () =>
      (await listReleases(db, '1', page)).rows.map(({ version, exceptions, newIssues, sourceMaps }) => [
        version,
        exceptions,
        newIssues,
        sourceMaps,
      ]);
    expect(await counts()).toEqual([
      ['shop@2', 2, 1, 2],
      ['shop@1', 3, 3, 0],
    ]);
    expect(await readRelease(db, '1', 'shop@1')).toMatchObject({ exceptions: 3, newIssues: 3, sourceMaps: 0 });
    await mergeIssues(db, '1', second ?? '', { issues: [first ?? ''] });
    expect(await counts()).toContainEqual(['shop@1', 3, 2, 0]);
  });
});

const page = { limit: 100, fromMs: 0, toMs: Date.UTC(2100, 0), after: undefined };
const HOUR_MS = 3_600_000;

describe('the list of releases', () => {
  const versionsOf = async (fields: Partial<typeof page> = {}, query?: string): Promise<readonly string[]> =>
    (await listReleases(db, '1', { ...page, ...fields }, { query })).rows.map(({ version }) => version);

  test('has each once over its pages, the last seen first, three queries a page', async () => {
    const random = randomFrom(Date.now());
    const expected = Array.from({ length: 40 }, (_, index) => ({
      version: `shop ${String(index).padStart(2, '0')}`,
      seen: ARRIVAL - Math.floor(index / 2) * 900_000,
    }));
    for (const { version, seen } of shuffle(expected, random)) await see(version, seen);
    await see('theirs', ARRIVAL, '2');
    let asked = 0;
    const counting: Queryable = {
      kysely: db.kysely.withPlugin({
        transformQuery: ({ node }) => {
          asked += 1;
          return node;
        },
        transformResult: ({ result }) => Promise.resolve(result),
      }),
    };
    const found: string[] = [];
    let after: string | undefined;
    let pages = 0;
    do {
      const { rows, next } = await listReleases(counting, '1', { ...page, limit: 8, after });
      found.push(...rows.map(({ version }) => version));
      after = next;
      pages += 1;
    } while (after !== undefined);
    expect(new Set(found).size).toBe(40);
    expect(found.map((version) => Math.floor(Number(version.slice(5)) / 2))).toEqual(
      expected.map((_, index) => Math.floor(index / 2)),
    );
    // The last page is empty, and then the bound of the scan is looked for.
    expect([pages, asked]).toEqual([6, 17]);
  });

  test('has those that were only described where they were made, over pages too', async () => {
    for (const version of ['b', 'a', 'c']) await describeRelease(db, '1', { version });
    await see('old', Date.now() - 48 * HOUR_MS);
    // Described first, then seen with an earlier time.
    await describeRelease(db, '1', { version: 'd' });
    await see('d', Date.now() - 24 * HOUR_MS);
    const found: string[] = [];
    let after: string | undefined;
    do {
      const { rows, next } = await listReleases(db, '1', { ...page, limit: 1, after });
      found.push(...rows.map(({ version }) => version));
      after = next;
    } while (after !== undefined);
    expect([found.length, new Set(found).size, found.at(-1)]).toEqual([5, 5, 'old']);
  });

  test('is narrowed by a part of the version and by time', async () => {
    await see('shop@1.0', ARRIVAL - 2 * HOUR_MS);
    await see('Shop@1%', ARRIVAL - HOUR_MS);
    await see('cart@2', ARRIVAL);
    expect(await versionsOf({}, 'SHOP')).toEqual(['Shop@1%', 'shop@1.0']);
    expect(await versionsOf({}, '%')).toEqual(['Shop@1%']);
    expect(await versionsOf({ fromMs: ARRIVAL - HOUR_MS })).toEqual(['cart@2', 'Shop@1%']);
    expect(await versionsOf({ toMs: ARRIVAL - HOUR_MS })).toEqual(['shop@1.0']);
  });

  test('has nothing of another project', async () => {
    await see('theirs', ARRIVAL, '2');
    expect(await versionsOf()).toEqual([]);
  });
});

function see(version: string, timestampMs: number, projectId = '1'): Promise<void> {
  return inTransaction(db, (tx) => upsertReleases(tx, [{ projectId, version, timestampMs, exceptions: 1 }]));
}
