import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { useDirectory } from '@sluice/testkit/useDirectory';
import { startS3Stub, type S3Stub } from '../testing/s3Stub.js';
import type { BlobKey } from '../sql/garbage.js';
import type { BlobStore } from './blobStore.js';
import type { S3Config } from './s3Client.js';
import { createS3Store } from './s3Store.js';

const directory = useDirectory('s3');
let stub: S3Stub;
let store: BlobStore;
beforeEach(async () => {
  stub = await startS3Stub();
  store = createS3Store(config());
});
afterEach(async () => {
  jest.dontMock('aws4fetch');
  await stub.stop();
});
const read = (key: BlobKey, offset: number, length: number) => store.readRanges(key, [{ offset, length }]);

describe('an S3-compatible store', () => {
  test('is asked by path, signed, a range a request', async () => {
    const key = await put('hello world');
    const path = `/maps/sluice/7/${key.blobId}`;
    expect(await read(key, 6, 5)).toEqual([Buffer.from('world')]);
    await store.delete(key);
    expect(stub.requests).toEqual([`PUT ${path}`, `GET ${path} bytes=6-10`, `DELETE ${path}`]);
  });

  test('gets sixteen range requests concurrently', async () => {
    const key = await put('0123456789'.repeat(20));
    stub.behaviour.together = 16;
    const ranges = Array.from({ length: 96 }, (_, offset) => ({ offset, length: 10 }));
    expect((await store.readRanges(key, ranges))?.map(String)).toEqual(
      ranges.map(({ offset }) => '0123456789'.repeat(20).slice(offset, offset + 10)),
    );
    expect(stub.mostAtOnce()).toBe(16);
  });

  test('may not know conditions: then a blob that is there is looked for first', async () => {
    stub.behaviour.conditions = false;
    const key = await put('first');
    await put('second', key);
    expect(await read(key, 0, 99)).toEqual([Buffer.from('first')]);
  });

  test('may not know ranges: then they are cut from the whole', async () => {
    stub.behaviour.ranges = false;
    const key = await put('hello world');
    expect(
      await store.readRanges(
        key,
        [6, 0, 40].map((offset) => ({ offset, length: 5 })),
      ),
    ).toEqual(['world', 'hello', ''].map((text) => Buffer.from(text)));
  });

  test('is retried a few times if it is busy', async () => {
    const key = await put('hello');
    stub.behaviour.busy = 2;
    expect(await read(key, 0, 5)).toEqual([Buffer.from('hello')]);
    stub.behaviour.busy = 50;
    await expect(read(key, 0, 5)).rejects.toThrow(/^S3 answered 503 to GET maps\/sluice\/7\/.* \(SlowDown: /);
  });

  test.each<[string, (account: S3Stub['account']) => Partial<S3Config>, string]>([
    ['another secret', () => ({ secretAccessKey: () => 'another' }), '403 to .*SignatureDoesNotMatch'],
    ['an unknown key', () => ({ accessKeyId: 'AKIAOTHER' }), '403 to .*InvalidAccessKeyId'],
    ['another region', () => ({ region: 'us-east-1' }), '403 to .*AuthorizationHeaderMalformed'],
    ['a bucket that is not there', () => ({ bucket: 'none' }), '404 to .*NoSuchBucket'],
  ])('with %s refuses everything, and says why without the secret', async (_name, fields, why) => {
    store = createS3Store(config(fields(stub.account)));
    const key = { projectId: '7', blobId: randomUUID() };
    const problem = expect.stringMatching(new RegExp(`^S3 answered ${why}: as the stub says\\)$`));
    expect(await store.check()).toEqual(problem);
    const attempts = [
      put('a', key),
      read(key, 0, 1),
      store.download(key, join(directory.path, 'x')),
      store.delete(key),
    ];
    for (const { status, ...result } of await Promise.allSettled(attempts)) {
      const { message } = (result as { reason: Error }).reason;
      expect([status, message]).toEqual(['rejected', problem]);
      expect(message).not.toContain('another');
    }
    expect(stub.objects.size).toBe(0);
  });

  test('reports that it is unavailable', async () => {
    await stub.stop();
    expect(await store.check()).toMatch(/^S3 at http:\S+ does not answer GET maps\/: connect ECONNREFUSED/);
  });

  test.each([
    { projectId: '../7', blobId: randomUUID() },
    { projectId: '7', blobId: '../../etc/passwd' },
    { projectId: '7', blobId: `${randomUUID()}/x` },
    { projectId: '', blobId: randomUUID() },
  ])('gets no request for an invalid key: %j', async (key) => {
    await expect(put('a', key)).rejects.toThrow('the key of a blob');
    expect(stub.requests).toEqual([]);
  });

  test('needs aws4fetch with its first request, not before', async () => {
    jest.doMock('aws4fetch', () => {
      throw new Error('Cannot find module aws4fetch');
    });
    const without = createS3Store(config());
    expect(await without.check()).toBe('to keep source maps in S3, install the package aws4fetch');
  });
});

async function put(text: string, key: BlobKey = { projectId: '7', blobId: randomUUID() }): Promise<BlobKey> {
  const path = join(directory.path, randomUUID());
  await writeFile(path, text);
  await store.put(key, path);
  return key;
}

function config(fields: Partial<S3Config> = {}): S3Config {
  return {
    endpoint: stub.endpoint,
    region: stub.account.region,
    bucket: 'maps',
    prefix: 'sluice/',
    accessKeyId: stub.account.accessKeyId,
    secretAccessKey: () => stub.account.secretAccessKey,
    ...fields,
  };
}
