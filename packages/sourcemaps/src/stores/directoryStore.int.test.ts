import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { testDirectory } from '@sluice/testkit';
import type { BlobKey } from '../sql/garbage.js';
import type { BlobStore } from './blobStore.js';
import { createDirectoryStore } from './directoryStore.js';

let directory: string;
let root: string;
let store: BlobStore;
beforeEach(async () => {
  directory = await testDirectory('directory-store');
  root = join(directory, 'root');
  await mkdir(root);
  store = createDirectoryStore(root);
});

const newKey = (): BlobKey => ({ projectId: '7', blobId: randomUUID() });

describe('a directory of blobs', () => {
  test('has one file a blob, by project and id', async () => {
    const key = await put('hello');
    expect(await files()).toEqual([`7/${key.blobId.slice(0, 2)}/${key.blobId}`]);
  });

  test.each([
    { projectId: '../7', blobId: randomUUID() },
    { projectId: '7', blobId: '../../../../tmp/x' },
    { projectId: '7', blobId: `${randomUUID()}\0` },
    { projectId: '7', blobId: randomUUID().toUpperCase() },
  ])('rejects an invalid key: %j', async (key) => {
    await expect(put('a', key)).rejects.toThrow('the key of a blob');
    await expect(store.readRanges(key, [])).rejects.toThrow('the key of a blob');
    await expect(store.delete(key)).rejects.toThrow('the key of a blob');
    expect(await files()).toEqual([]);
  });

  test('deletes a blob with the drafts of dead processes', async () => {
    const key = await put('hello');
    const kept = await put('kept', { ...key, blobId: key.blobId.slice(0, 2) + randomUUID().slice(2) });
    const place = join(root, '7', key.blobId.slice(0, 2));
    await writeFile(join(place, `${key.blobId}.${randomUUID()}`), 'hel');
    await store.delete(key);
    expect(await files()).toEqual([`7/${key.blobId.slice(0, 2)}/${kept.blobId}`]);
  });

  test('leaves no draft in any case', async () => {
    await expect(store.put(newKey(), join(directory, 'none'))).rejects.toThrow('ENOENT');
    const key = await put('hello');
    await put('again', key);
    withoutLinks('EIO');
    await expect(put('never')).rejects.toThrow('EIO');
    expect(await files()).toHaveLength(1);
  });

  test.each(['EPERM', 'ENOTSUP', 'ENOSYS'])('works where files have one name only (%s)', async (code) => {
    withoutLinks(code);
    const key = await put('first');
    await put('second', key);
    const [file = ''] = await files();
    expect([await files(), await readFile(join(root, file), 'utf8')]).toMatchObject([{ length: 1 }, 'first']);
  });

  test('is not created if it does not exist: a volume may not be mounted', async () => {
    const missing = createDirectoryStore(join(directory, 'missing'));
    expect(await missing.check()).toMatch(/^the directory of source maps, .*missing, cannot be used: ENOENT$/);
    await expect(missing.put(newKey(), __filename)).rejects.toThrow('ENOENT');
    // Nor is anything said of its blobs.
    await expect(missing.readRanges(newKey(), [])).rejects.toThrow('ENOENT');
    await expect(missing.download(newKey(), join(directory, 'copy'))).rejects.toThrow('ENOENT');
    await expect(missing.delete(newKey())).rejects.toThrow('ENOENT');
  });

  test('is refused if it is a file', async () => {
    const path = join(directory, 'file');
    await writeFile(path, '');
    expect(await createDirectoryStore(path).check()).toBe(`the directory of source maps, ${path}, is a file`);
  });
});

/** From now on no file gets a second name. */
function withoutLinks(code: string): void {
  store = createDirectoryStore(root, () => Promise.reject(Object.assign(new Error(code), { code })));
}

async function put(text: string, key = newKey()): Promise<BlobKey> {
  const path = join(directory, randomUUID());
  await writeFile(path, text);
  await store.put(key, path);
  return key;
}

async function files(): Promise<readonly string[]> {
  return (await readdir(root, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
}
