import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { spawnSync } from 'node:child_process';
import { expect, test } from '@jest/globals';
import { runDirectory } from './test/memoryDirectory.mjs';

test('a run has a directory of its own, and what killed runs left is removed', async () => {
  const parent = await mkdtemp(path.join(os.tmpdir(), 'memory-'));
  const ended = spawnSync('true').pid;
  for (const name of [`sluice-tests-${ended}`, `sluice-tests-${process.ppid}`, 'other'])
    await mkdir(path.join(parent, name));
  await writeFile(path.join(parent, `sluice-tests-${ended}`, 'data'), '');
  const directory = await runDirectory(parent);
  expect(path.basename(directory)).toBe(`sluice-tests-${process.pid}`);
  expect((await stat(directory)).mode & 0o7777).toBe(0o1777);
  const left = new Set(await readdir(parent));
  expect(left.has(`sluice-tests-${ended}`)).toBe(false);
  expect(left.has(`sluice-tests-${process.ppid}`)).toBe(true);
  expect(left.has('other')).toBe(true);
  await rm(parent, { recursive: true });
});
