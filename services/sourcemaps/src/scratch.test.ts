import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { chmod, mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createScratch } from './scratch.js';

let root: string;
beforeEach(async () => {
  root = path.join(await mkdtemp(path.join(os.tmpdir(), 'scratch-')), 'uploads');
});
afterEach(() => rm(path.dirname(root), { recursive: true, force: true }));

const NOBODY = 4_194_304;

describe('the directory for uploads', () => {
  test('is for its user only, and gone at the end', async () => {
    const scratch = createScratch(root);
    await scratch.start();
    expect((await stat(root)).mode & 0o777).toBe(0o700);
    expect(await readdir(root)).toHaveLength(1);
    await scratch.stop();
    expect(await readdir(root)).toEqual([]);
  });

  test('gives each its own files, which are gone when the work ends, however it ends', async () => {
    const scratch = createScratch(root);
    await scratch.start();
    const used = await Promise.all(
      ['a', 'b'].map((text) =>
        scratch.use(async ({ map, index }) => {
          await writeFile(map, text);
          await writeFile(index, text);
          return map;
        }),
      ),
    );
    expect(new Set(used).size).toBe(2);
    const failing = scratch.use(async ({ original }) => {
      await writeFile(original, 'x');
      throw new Error('broken');
    });
    await expect(failing).rejects.toThrow('broken');
    expect((await readdir(root, { recursive: true })).length).toBe(1);
    await scratch.stop();
  });

  test('loses what ended processes left, and nothing of those that run', async () => {
    for (const name of [`${NOBODY}-abc`, `${process.pid}-left`, '1-runs', 'somebody.txt']) {
      await mkdir(path.join(root, name, 'upload-1'), { recursive: true });
    }
    const neighbour = createScratch(root);
    await neighbour.start();
    const scratch = createScratch(root);
    await scratch.start();
    const names = (await readdir(root)).sort();
    expect(names).toHaveLength(4);
    expect(names).toEqual(expect.arrayContaining(['1-runs', 'somebody.txt']));
    await scratch.stop();
    await neighbour.stop();
    expect(await readdir(root)).toEqual(['1-runs', 'somebody.txt']);
  });

  test('is no link and no file', async () => {
    await mkdir(path.dirname(root), { recursive: true });
    await writeFile(root, '');
    await expect(createScratch(root).start()).rejects.toThrow(/EEXIST|no directory/);
    await rm(root);
    const elsewhere = path.join(path.dirname(root), 'elsewhere');
    await mkdir(elsewhere);
    await chmod(elsewhere, 0o777);
    await symlink(elsewhere, root);
    await expect(createScratch(root).start()).rejects.toThrow('no directory');
  });
});
