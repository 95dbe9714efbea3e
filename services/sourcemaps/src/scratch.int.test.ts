import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { chmod, chown, mkdir, mkdtemp, readdir, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createScratch } from './scratch.js';

let root: string;
beforeEach(async () => {
  root = path.join(await mkdtemp(path.join(os.tmpdir(), 'scratch-')), 'uploads');
});
afterEach(() => rm(path.dirname(root), { recursive: true, force: true }));

const NOBODY = 4_194_304;
const host = os.hostname();
const makeRoot = (): Promise<unknown> => mkdir(root, { recursive: true, mode: 0o700 });

describe('the directory for uploads', () => {
  test('is accessible to its user only, and removed at the end', async () => {
    const scratch = createScratch(root);
    await scratch.start();
    expect((await stat(root)).mode & 0o777).toBe(0o700);
    expect(await readdir(root)).toHaveLength(1);
    await scratch.stop();
    expect(await readdir(root)).toEqual([]);
  });

  test('gives each task separate files, which are removed however it ends', async () => {
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

  test('removes files of ended processes, and none of running ones', async () => {
    await makeRoot();
    for (const name of [`${host}~${NOBODY}-abc`, `${host}~${process.pid}-left`, `${host}~1-runs`, 'somebody.txt']) {
      await mkdir(path.join(root, name, 'upload-1'), { recursive: true });
    }
    const neighbour = createScratch(root);
    await neighbour.start();
    const scratch = createScratch(root);
    await scratch.start();
    const names = (await readdir(root)).sort();
    expect(names).toHaveLength(4);
    expect(names).toEqual(expect.arrayContaining([`${host}~1-runs`, 'somebody.txt']));
    await scratch.stop();
    await neighbour.stop();
    expect((await readdir(root)).sort()).toEqual([`${host}~1-runs`, 'somebody.txt'].sort());
  });

  test.each(['other', `${host}-2`, `x${host}`])(
    'on a volume shared with %s loses nothing of it but what is older than a day',
    async (other) => {
      await makeRoot();
      const theirs = path.join(root, `${other}~${NOBODY}-abc`);
      for (const name of ['new', 'old']) await mkdir(path.join(theirs, name), { recursive: true });
      await utimes(path.join(theirs, 'old'), 0, Date.now() / 1_000 - 90_000);
      const scratch = createScratch(root);
      await scratch.start();
      await scratch.stop();
      expect(await readdir(root, { recursive: true })).toEqual([path.basename(theirs), `${path.basename(theirs)}/new`]);
    },
  );

  test.each([0o755, 0o770, 0o1777])('is for its user only: mode %o is refused', async (mode) => {
    await makeRoot();
    await chmod(root, mode);
    await expect(createScratch(root).start()).rejects.toThrow('is open to other users');
    expect(await readdir(root)).toEqual([]);
  });

  test('of another user is refused for every user', async () => {
    await makeRoot();
    // Root may give it away; for anybody else it is root who finds it.
    if (process.getuid?.() === 0) await chown(root, NOBODY, NOBODY);
    await expect(createScratch(root, { user: 0, host }).start()).rejects.toThrow('belongs to another user');
  });

  test('is no link and no file', async () => {
    await mkdir(path.dirname(root), { recursive: true });
    await writeFile(root, '');
    await expect(createScratch(root).start()).rejects.toThrow(/a part of the path is a file|no directory/);
    await rm(root);
    const elsewhere = path.join(path.dirname(root), 'elsewhere');
    await mkdir(elsewhere);
    await chmod(elsewhere, 0o777);
    await symlink(elsewhere, root);
    await expect(createScratch(root).start()).rejects.toThrow('no directory');
  });
});
