import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { clearSourceMaps, garbageOf, newSourceMap, upload, useDatabase } from '@sluice/testkit';
import { reserveBlobs } from './garbage.js';
import { lookUpSourceMaps } from './lookUpSourceMaps.js';
import {
  replaceIndex,
  reportDamage,
  claimRecompilations,
  revertTry,
  type Recompilation,
  type RecompiledIndex,
} from './recompileSourceMaps.js';

const { db } = useDatabase();
beforeEach(() => clearSourceMaps(db));

describe('damage', () => {
  test('is reported once for each index', async () => {
    const { map, uploaded } = await upload(db);
    const report = (indexId: string, projectId = '1') => reportDamage(db, projectId, map.id, indexId);
    expect(await report(uploaded.indexId, '2')).toBe(false);
    expect(await report(randomUUID())).toBe(false);
    expect(await Promise.all(Array.from({ length: 5 }, () => report(uploaded.indexId)))).toEqual(
      expect.arrayContaining([true, false, false, false, false]),
    );
    const again = await upload(db);
    expect(await report(uploaded.indexId)).toBe(false);
    expect(await report(again.uploaded.indexId)).toBe(true);
  });
});

describe('an index to rebuild', () => {
  test('is damaged or of an earlier format, never of a later one', async () => {
    await upload(db, { filename: 'old.js', format: 1 });
    await upload(db, { filename: 'new.js', format: 3 });
    const { map, uploaded } = await upload(db, { filename: 'damaged.js', format: 2 });
    await upload(db, { filename: 'well.js', format: 2 });
    await reportDamage(db, '1', map.id, uploaded.indexId);
    const taken = await claimRecompilations(db, 2, 10);
    expect(taken.map(({ filename, isDamaged, format }) => [filename, isDamaged, format])).toEqual(
      expect.arrayContaining([
        ['damaged.js', true, 2],
        ['old.js', false, 1],
      ]),
    );
    expect(taken).toHaveLength(2);
    expect(taken.find(({ isDamaged }) => isDamaged)).toEqual({
      projectId: '1',
      id: map.id,
      release: 'shop@1',
      filename: 'damaged.js',
      indexId: uploaded.indexId,
      originalId: uploaded.originalId,
      format: 2,
      isDamaged: true,
      isAbandoned: false,
    });
  });

  test('is claimed by one process at a time, again after ten minutes, after indexes that were never tried', async () => {
    await upload(db, { filename: 'a.js' });
    await upload(db, { filename: 'b.js' });
    expect((await Promise.all([filenames(2), filenames(2)])).flat()).toEqual(['a.js', 'b.js']);
    await pass('9 minutes');
    expect(await filenames(2)).toEqual([]);
    await upload(db, { filename: 'c.js' });
    await pass('1 minute');
    expect([await filenames(2, 1), await filenames(2)]).toEqual([['c.js'], ['a.js', 'b.js']]);
  });

  test('is claimed at once if damage is reported after an attempt', async () => {
    const { map, uploaded } = await upload(db, { filename: 'a.js' });
    expect(await filenames(2)).toEqual(['a.js']);
    await reportDamage(db, '1', map.id, uploaded.indexId);
    expect(await filenames(2)).toEqual(['a.js']);
  });
});

describe('a new index', () => {
  const recompiled = (id: string, replaces: string, fields: Partial<RecompiledIndex> = {}): RecompiledIndex => {
    const { projectId, indexId, indexBytes, segments, sources, hasContents, problems } = newSourceMap();
    const head = Buffer.from('new head');
    const index = { projectId, id, replaces, indexId, indexBytes, head, format: 2 };
    return { ...index, segments, sources, hasContents, problems, ...fields };
  };
  const look = async () =>
    (await lookUpSourceMaps(db, [{ projectId: '1', release: 'shop@1', filename: 'assets/app.js' }], []))[0];

  test('replaces the old one, which is added to the garbage list', async () => {
    const { map, uploaded } = await upload(db);
    await reportDamage(db, '1', map.id, uploaded.indexId);
    const index = recompiled(map.id, uploaded.indexId);
    await reserveBlobs(db, [{ projectId: '1', blobId: index.indexId }]);
    expect(await replaceIndex(db, index)).toBe(true);
    expect(await look()).toMatchObject({ id: map.id, indexId: index.indexId, format: 2, head: index.head });
    expect(await garbageOf(db)).toEqual([uploaded.indexId]);
    expect(await claimRecompilations(db, 2, 10)).toEqual([]);
  });

  test.each([
    ['replaced meanwhile', { replaces: randomUUID() }],
    ['of another project', { projectId: '2' }],
  ])('of a map that was %s stays on the garbage list', async (_name, fields) => {
    const { map, uploaded } = await upload(db);
    const index = recompiled(map.id, uploaded.indexId, fields);
    await reserveBlobs(db, [{ projectId: index.projectId, blobId: index.indexId }]);
    expect(await replaceIndex(db, index)).toBe(false);
    expect(await look()).toMatchObject({ indexId: uploaded.indexId });
    expect(await garbageOf(db)).toEqual([index.indexId]);
  });

  test('that was not reserved leaves everything as it was', async () => {
    const { map, uploaded } = await upload(db);
    await expect(replaceIndex(db, recompiled(map.id, uploaded.indexId))).rejects.toThrow('were not reserved');
    expect(await look()).toMatchObject({ indexId: uploaded.indexId });
    expect(await garbageOf(db)).toEqual([]);
  });

  test('of a format that was an earlier one only begins a new count', async () => {
    const { map, uploaded } = await upload(db);
    await turns(2);
    const index = recompiled(map.id, uploaded.indexId);
    await reserveBlobs(db, [{ projectId: '1', blobId: index.indexId }]);
    await replaceIndex(db, index);
    await reportDamage(db, '1', map.id, index.indexId);
    expect(await turns(5)).toEqual([false, false, false, true]);
  });
});

/**
 * Claims due recompilations until none is left, at most this often, ten minutes apart. Returns for each turn whether
 * it is given up.
 */
async function turns(most: number): Promise<readonly boolean[]> {
  const given: Recompilation[] = [];
  for (let turn = 0; turn < most; turn += 1) {
    await pass('10 minutes');
    given.push(...(await claimRecompilations(db, 2, 1)));
  }
  return given.map(({ isAbandoned }) => isAbandoned);
}

describe('an index whose rebuilds fail', () => {
  test('has three turns, is given up once, and is let be', async () => {
    await upload(db);
    expect(await turns(6)).toEqual([false, false, false, true]);
  });

  test('is rebuilt three times at most, also if its reader rejects it each time', async () => {
    const { map, uploaded } = await upload(db, { format: 2 });
    const outcomes: boolean[] = [];
    let { indexId } = uploaded;
    while (await reportDamage(db, '1', map.id, indexId)) {
      const [taken] = await claimRecompilations(db, 2, 1);
      if (taken === undefined) break;
      outcomes.push(taken.isAbandoned);
      if (taken.isAbandoned) continue;
      const next = { ...newSourceMap({ format: 2 }), id: map.id, replaces: indexId };
      await reserveBlobs(db, [{ projectId: '1', blobId: next.indexId }]);
      expect(await replaceIndex(db, next)).toBe(true);
      ({ indexId } = next);
    }
    expect(outcomes).toEqual([false, false, false, true]);
  });

  test('has three turns again after an upload, the same bytes or others', async () => {
    await upload(db);
    await turns(6);
    await upload(db);
    expect(await turns(6)).toEqual([false, false, false, true]);
  });

  test('is not charged for a turn that came to nothing for another reason', async () => {
    await upload(db);
    for (let outage = 0; outage < 6; outage += 1) {
      const [taken] = await claimRecompilations(db, 2, 1);
      expect(taken?.isAbandoned).toBe(false);
      if (taken !== undefined) await revertTry(db, taken);
      await pass('10 minutes');
    }
    expect(await turns(6)).toEqual([false, false, false, true]);
  });

  test('starts a new count of attempts if it is damaged long after it was built', async () => {
    const { map, uploaded } = await upload(db, { format: 2 });
    await reportDamage(db, '1', map.id, uploaded.indexId);
    await turns(2);
    const next = { ...newSourceMap({ format: 2 }), id: map.id, replaces: uploaded.indexId };
    await reserveBlobs(db, [{ projectId: '1', blobId: next.indexId }]);
    await replaceIndex(db, next);
    await pass('31 days');
    await reportDamage(db, '1', map.id, next.indexId);
    expect(await turns(6)).toEqual([false, false, false, true]);
  });
});

async function filenames(format: number, limit = 10): Promise<readonly string[]> {
  return (await claimRecompilations(db, format, limit)).map(({ filename }) => filename).sort();
}

function pass(interval: string): Promise<unknown> {
  return db.pool.query(`update sourcemaps set tried_at = tried_at - $1::interval`, [interval]);
}
