import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { useDatabase, useResource, useDirectory } from '@sluice/testkit';
import { liveBytesDuring } from '../testing/liveBytesDuring.js';
import { startS3Stub } from '../testing/s3Stub.js';
import type { BlobKey } from '../sql/garbage.js';
import { createBlobStore } from './createBlobStore.js';
import type { BlobStoreConfig } from './storeConfig.js';

const MIB = 1_048_576;
const BYTES = randomBytes(2 * MIB + 4_321);
const END = BYTES.length;
const directory = useDirectory('stores');
const database = useDatabase();
const stub = useResource(startS3Stub, (started) => started.stop());
beforeAll(async () => {
  await mkdir(join(directory.path, 'blobs'));
});

const configs: Readonly<Record<string, () => BlobStoreConfig>> = {
  postgres: () => ({ kind: 'postgres' }),
  directory: () => ({ kind: 'directory', root: join(directory.path, 'blobs') }),
  s3: () => {
    const { endpoint, account } = stub;
    const { region, accessKeyId, secretAccessKey } = account;
    const place = { endpoint, region, bucket: 'maps', prefix: 'sluice/test/' };
    return { kind: 's3', ...place, accessKeyId, secretAccessKey: () => secretAccessKey };
  },
};

const newKey = (): BlobKey => ({ projectId: '42', blobId: randomUUID() });
const newPath = (): string => join(directory.path, randomUUID());

describe.each(Object.keys(configs))('a store of blobs: %s', (kind) => {
  const store = useResource(
    () => createBlobStore(configs[kind]?.() ?? { kind: 'postgres' }, database.db),
    (started) => started.close(),
  );
  const read = (key: BlobKey, offset: number, length: number) => store.readRanges(key, [{ offset, length }]);

  test('is well', async () => {
    expect(await store.check()).toBeUndefined();
  });

  test('returns a stored blob, completely and in ranges', async () => {
    const key = await put(BYTES);
    const ranges = [
      { offset: MIB - 2, length: 5 },
      { offset: 0, length: 80 },
      { offset: 0, length: 80 },
      { offset: 9, length: 0 },
      { offset: END - 3, length: 99 },
      { offset: END, length: 1 },
      { offset: END * 9, length: 7 },
      { offset: 1_000, length: MIB + 1_000 },
    ];
    const found = await store.readRanges(key, ranges);
    expect(found?.map((bytes) => bytes.toString('hex').slice(0, 200))).toEqual(
      ranges.map(({ offset, length }) =>
        BYTES.subarray(offset, offset + length)
          .toString('hex')
          .slice(0, 200),
      ),
    );
    expect(found?.[7]?.equals(BYTES.subarray(1_000, MIB + 2_000))).toBe(true);
    expect((await whole(key))?.equals(BYTES)).toBe(true);
    expect(await store.readRanges(key, [])).toEqual([]);
  });

  test.each([0, 1, MIB])('keeps a blob of %d bytes', async (length) => {
    const bytes = randomBytes(length);
    const key = await put(bytes);
    expect((await whole(key))?.equals(bytes)).toBe(true);
    expect(await read(key, 0, 1)).toEqual([bytes.subarray(0, 1)]);
  });

  test('has nothing for an id, or a project, that nothing was put under', async () => {
    const key = await put(BYTES);
    for (const other of [newKey(), { ...key, projectId: '43' }]) {
      expect(await read(other, 0, 1)).toBeUndefined();
      expect(await read(other, 0, 0)).toBeUndefined();
      expect(await store.readRanges(other, [])).toBeUndefined();
      const path = newPath();
      expect(await store.download(other, path)).toBe(false);
      expect(await exists(path)).toBe(false);
      await store.delete(other);
    }
    expect(await read(key, 0, 1)).toEqual([BYTES.subarray(0, 1)]);
  });

  test('does not change a blob that is stored a second time', async () => {
    const key = await put(Buffer.from('first'));
    await put(Buffer.from('second, and longer'), key);
    expect(await whole(key)).toEqual(Buffer.from('first'));
  });

  test('keeps one of two blobs stored concurrently under one id', async () => {
    const [key, both] = [newKey(), [randomBytes(MIB + 7), randomBytes(MIB + 7)]];
    await Promise.all(both.map((bytes) => put(bytes, key)));
    const kept = await whole(key);
    expect(both.filter((bytes) => kept?.equals(bytes))).toHaveLength(1);
  });

  test('deletes a blob, and a missing one without error', async () => {
    const [key, kept] = [await put(BYTES), await put(BYTES)];
    await store.delete(key);
    await store.delete(key);
    expect([await read(key, 0, 9), await whole(key)]).toEqual([undefined, undefined]);
    expect(await read(kept, 0, 9)).toEqual([BYTES.subarray(0, 9)]);
  });

  test('refuses a file that is not there, and has nothing afterwards', async () => {
    const key = newKey();
    await expect(store.put(key, newPath())).rejects.toThrow('ENOENT');
    expect(await read(key, 0, 1)).toBeUndefined();
  });

  test('serves concurrent reads completely or not at all while blobs are stored and deleted', async () => {
    const [key, gone] = [await put(BYTES), await put(BYTES)];
    const reads = Array.from({ length: 60 }, (_, index) => {
      const ranges = [index * 30_000, index * 20_000, 5].map((offset) => ({ offset, length: 3_000 }));
      return { ranges, expected: ranges.map(({ offset, length }) => BYTES.subarray(offset, offset + length)) };
    });
    const isRight = (found: readonly Buffer[] | undefined, expected: readonly Buffer[]): boolean =>
      found?.length === expected.length && found.every((bytes, index) => bytes.equals(expected[index] ?? bytes));
    const answers = await Promise.all(
      reads.map(async ({ ranges, expected }, index) => {
        const [stays, goes] = await Promise.all([
          store.readRanges(key, ranges),
          store.readRanges(gone, ranges),
          index === 10 ? store.delete(gone) : index % 7 === 0 ? put(BYTES.subarray(0, 9_000)) : undefined,
        ]);
        return isRight(stays, expected) && (goes === undefined || isRight(goes, expected));
      }),
    );
    expect(answers).toEqual(reads.map(() => true));
    expect(await read(gone, 0, 1)).toBeUndefined();
  });

  test('stores and returns 45 MB', async () => {
    const [source, copy, key] = [newPath(), newPath(), newKey()];
    await writeFile(source, randomBytes(45 * MIB));
    const roundTrip = async (): Promise<void> => {
      await store.put(key, source);
      await store.download(key, copy);
    };
    // S3 requires length and digest in advance, so the blob is held in memory.
    if (kind === 's3') await roundTrip();
    else expect(await liveBytesDuring(roundTrip)).toBeLessThan(16 * MIB);
    expect(await digestOf(copy)).toBe(await digestOf(source));
    await store.delete(key);
  }, 120_000);

  async function put(bytes: Buffer, key = newKey()): Promise<BlobKey> {
    const path = newPath();
    await writeFile(path, bytes);
    await store.put(key, path);
    return key;
  }

  async function whole(key: BlobKey): Promise<Buffer | undefined> {
    const path = newPath();
    return (await store.download(key, path)) ? readFile(path) : undefined;
  }
});

async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
