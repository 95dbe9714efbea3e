import { stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { lockDirectory } from './lockDirectory.js';
import { makeDirectory, UnusableDirectoryError } from './makeDirectory.js';
import { useDirectory } from '@sluice/testkit/useDirectory';

const place = useDirectory('directory');
beforeAll(async () => {
  await writeFile(path.join(place.path, 'file'), '');
});

test('creates a directory and its parents, and accepts an existing one', async () => {
  const deep = path.join(place.path, 'a b', 'c', 'd');
  await makeDirectory(deep, 0o700);
  await makeDirectory(deep, 0o700);
  expect((await stat(deep)).mode & 0o777).toBe(0o700);
});

test.each([
  ['a file', 'file', 'a part of the path is a file'],
  ['below a file', 'file/below', 'a part of the path is a file'],
])('%s is one line with the reason', async (_name, name, reason) => {
  const directory = path.join(place.path, name);
  const line = `${directory} cannot be used: ${reason}. Choose another directory or fix this one.`;
  await expect(makeDirectory(directory)).rejects.toThrow(line);
});

(process.platform === 'linux' ? test : test.skip)(
  'a file system that takes no directories ends the attempt',
  async () => {
    await expect(lockDirectory('/proc/x/y')).rejects.toThrow('/proc/x/y cannot be used: the file system takes no new');
    await expect(lockDirectory('/proc/self')).rejects.toThrow(UnusableDirectoryError);
  },
);
