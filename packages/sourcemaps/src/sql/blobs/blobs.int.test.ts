import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { access, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { openTransaction, useDatabase, useDirectory } from '@sluice/testkit';
import type { Queryable } from '@sluice/db';
import type { BlobKey } from '../garbage.js';
import { deleteBlob } from './deleteBlob.js';
import { downloadBlob } from './downloadBlob.js';
import { PART_BYTES } from './parts.js';
import { readBlobRanges } from './readBlobRanges.js';
import { writeBlob } from './writeBlob.js';

/** Every byte there is, again and again, and never in the same place of a part. */
const BYTES = Buffer.from(
  Array.from({ length: 257 * 12_000 }, (_, index) => (index * 7 + Math.floor(index / 256)) % 256),
);
const END = BYTES.length;
const directory = useDirectory('blobs');
let path: string;
let key: BlobKey;
const { db } = useDatabase();
beforeAll(async () => {
  path = join(directory.path, 'source');
  await writeFile(path, BYTES);
  key = newKey();
  await writeBlob(db, key, path);
});

const newKey = (): BlobKey => ({ projectId: '1', blobId: randomUUID() });

describe('ranges of a blob', () => {
  test.each([
    ['its first bytes', [[0, 80]]],
    ['bytes in the middle of a part', [[PART_BYTES + 17, 3_000]]],
    ['bytes on both sides of a border', [[PART_BYTES - 3, 7]]],
    ['a whole part and its neighbours', [[PART_BYTES - 1, PART_BYTES + 2]]],
    ['the last byte of a part', [[PART_BYTES - 1, 1]]],
    ['the first byte of a part', [[PART_BYTES, 1]]],
    ['all of it', [[0, END]]],
    ['its last byte', [[END - 1, 1]]],
    ['bytes up to its end and beyond', [[END - 5, 100]]],
    ['bytes beyond its end', [[END, 10]]],
    ['bytes far beyond its end', [[END + 10 * PART_BYTES, 10]]],
    ['no bytes', [[5, 0]]],
    ['no bytes at a border', [[PART_BYTES, 0]]],
    ['no ranges', []],
    [
      'several, in any order and overlapping',
      [
        [PART_BYTES, 9],
        [0, 4],
        [PART_BYTES - 4, 8],
        [0, 4],
        [END, 1],
        [77, 0],
      ],
    ],
  ])('%s come as they were written', async (_name, pairs: number[][]) => {
    const ranges = pairs.map(([offset = 0, length = 0]) => ({ offset, length }));
    const read = await readBlobRanges(db, key, ranges);
    const expected = ranges.map(({ offset, length }) => BYTES.subarray(offset, offset + length));
    expect(read?.map((bytes) => bytes.length)).toEqual(expected.map((bytes) => bytes.length));
    expect(read?.every((bytes, index) => bytes.equals(expected[index] ?? Buffer.alloc(0)))).toBe(true);
  });

  test('are read in one query', async () => {
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
    await readBlobRanges(
      counting,
      key,
      [0, 9, 99, PART_BYTES].map((offset) => ({ offset, length: 40 })),
    );
    expect(asked).toBe(1);
  });

  test.each([
    ['another id', { blobId: randomUUID() }],
    ['another project', { projectId: '2' }],
  ])('reject %s', async (_name, fields) => {
    expect(await readBlobRanges(db, { ...key, ...fields }, [{ offset: 0, length: 1 }])).toBeUndefined();
    expect(await readBlobRanges(db, { ...key, ...fields }, [])).toBeUndefined();
  });

  test('are stored uncompressed, so that ranges can be read', async () => {
    const { rows } = await db.pool.query(
      `select attrelid::regclass::text as table, attname from pg_attribute
       where attname in ('body', 'head') and attstorage = 'e' order by 1`,
    );
    expect(rows).toEqual([
      { table: 'sourcemap_blobs', attname: 'body' },
      { table: 'sourcemaps', attname: 'head' },
    ]);
  });
});

describe('a blob', () => {
  test.each([0, 1, PART_BYTES - 1, PART_BYTES, PART_BYTES + 1, 2 * PART_BYTES])(
    'of %d bytes comes back whole',
    async (length) => {
      const bytes = randomBytes(length);
      const stored = await write(bytes);
      const to = join(directory.path, randomUUID());
      expect(await downloadBlob(db, stored, to)).toBe(true);
      expect((await readFile(to)).equals(bytes)).toBe(true);
      expect(await readBlobRanges(db, stored, [{ offset: 0, length: 1 }])).toEqual([bytes.subarray(0, 1)]);
    },
  );

  test('written twice stays as it was', async () => {
    const stored = await write(Buffer.from('first'));
    const other = join(directory.path, 'second');
    await writeFile(other, randomBytes(PART_BYTES * 2));
    await writeBlob(db, stored, other);
    expect(await readBlobRanges(db, stored, [{ offset: 0, length: 99 }])).toEqual([Buffer.from('first')]);
    const { rows } = await db.pool.query('select from sourcemap_blobs where blob_id = $1', [stored.blobId]);
    expect(rows).toHaveLength(1);
  });

  test('is not seen before it is whole, and not at all where the file cannot be read', async () => {
    const stored = newKey();
    // Blocks the writer of the last part.
    const other = await openTransaction(db, (tx) =>
      tx.client.query(`insert into sourcemap_blobs values (1, $1, 2, '')`, [stored.blobId]),
    );
    const writing = writeBlob(db, stored, path);
    await other.untilWaitedFor();
    expect(await readBlobRanges(db, stored, [{ offset: 0, length: 9 }])).toBeUndefined();
    await other.rollBack();
    await writing;
    expect(await readBlobRanges(db, stored, [{ offset: 0, length: 9 }])).toEqual([BYTES.subarray(0, 9)]);
    await expect(writeBlob(db, newKey(), join(directory.path, 'none'))).rejects.toThrow('ENOENT');
  });

  test('deletes a blob completely, and again without error', async () => {
    const [stored, kept] = [await write(BYTES), await write(Buffer.from('kept'))];
    await deleteBlob(db, { ...stored, projectId: '2' });
    expect(await readBlobRanges(db, stored, [])).toEqual([]);
    await deleteBlob(db, stored);
    await deleteBlob(db, stored);
    const { rows } = await db.pool.query('select from sourcemap_blobs where blob_id = $1', [stored.blobId]);
    expect(rows).toEqual([]);
    expect(await readBlobRanges(db, kept, [])).toEqual([]);
  });

  test('that is not there, or of another project, is not downloaded and leaves no file', async () => {
    const to = join(directory.path, randomUUID());
    expect(await downloadBlob(db, newKey(), to)).toBe(false);
    expect(await downloadBlob(db, { ...key, projectId: '2' }, to)).toBe(false);
    expect(await exists(to)).toBe(false);
  });

  test('that is deleted while it is downloaded leaves no half of a file', async () => {
    const stored = await write(BYTES);
    const to = join(directory.path, randomUUID());
    let parts = 0;
    const deleting: Queryable = {
      kysely: db.kysely.withPlugin({
        transformQuery: ({ node }) => node,
        transformResult: async ({ result }) => {
          parts += 1;
          if (parts === 2) await deleteBlob(db, stored);
          return result;
        },
      }),
    };
    expect(await downloadBlob(deleting, stored, to)).toBe(false);
    expect([parts, await exists(to)]).toEqual([3, false]);
  });

  test('writes a blob once if two write it concurrently', async () => {
    const stored = newKey();
    await Promise.all([writeBlob(db, stored, path), writeBlob(db, stored, path)]);
    const to = join(directory.path, randomUUID());
    expect(await downloadBlob(db, stored, to)).toBe(true);
    const sha = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
    expect(sha(await readFile(to))).toBe(sha(BYTES));
  });
});

async function write(bytes: Buffer): Promise<BlobKey> {
  const [other, from] = [newKey(), join(directory.path, randomUUID())];
  await writeFile(from, bytes);
  await writeBlob(db, other, from);
  return other;
}

function exists(at: string): Promise<boolean> {
  return access(at).then(
    () => true,
    () => false,
  );
}
