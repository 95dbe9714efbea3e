import { describe, expect, test } from '@jest/globals';
import { testDirectory, waitFor } from '@sluice/testkit';
import { spawn } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { processIdentity } from './processIdentity.js';
import { DirectoryInUseError, lockDirectory } from './lockDirectory.js';

describe('the lock of a directory', () => {
  test('is refused to a second caller with one line, and available after its release', async () => {
    const directory = path.join(await testDirectory('lock'), 'made for it');
    const lock = await lockDirectory(directory);
    const second = lockDirectory(directory);
    await expect(second).rejects.toThrow(DirectoryInUseError);
    await expect(second).rejects.toThrow(`${directory} is in use by process ${process.pid}`);
    await lock.release();
    await (await lockDirectory(directory)).release();
    expect(await readdir(directory)).toEqual(['lock']);
  });

  test('is taken over from a process that has ended, even if its id was reused', async () => {
    const directory = await testDirectory('lock');
    const file = path.join(directory, 'lock');
    await writeFile(file, JSON.stringify({ pid: process.ppid, identity: 'an earlier process with this id' }));
    const lock = await lockDirectory(directory);
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({
      pid: process.pid,
      identity: await processIdentity(process.pid),
    });
    await lock.release();
    expect(await readFile(file, 'utf8')).toBe('{}');
  });

  test('that a crash truncated is taken over', async () => {
    const directory = await testDirectory('lock');
    await writeFile(path.join(directory, 'lock'), '{"pid":');
    await (await lockDirectory(directory)).release();
  });

  test('if stale, is taken over by exactly one of many callers', async () => {
    const directory = await testDirectory('lock');
    await writeFile(path.join(directory, 'lock'), JSON.stringify({ pid: 1, identity: 'stale' }));
    const takers = await Promise.allSettled(Array.from({ length: 20 }, () => lockDirectory(directory)));
    expect(takers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});

test('a zombie process has no identity', async () => {
  const child = spawn('/bin/sleep', ['60'], { stdio: 'ignore' });
  const pid = child.pid ?? 0;
  expect(await processIdentity(pid)).toBeDefined();
  child.kill('SIGKILL');
  await waitFor(async () => (await processIdentity(pid)) === undefined, { what: 'the end of sleep' });
});
