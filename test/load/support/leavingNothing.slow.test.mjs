import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isAlive, processTree } from './processes.mjs';

const root = path.resolve(__dirname, '../../..');
// The last test may find nothing built, on a machine that has much else to do.
jest.setTimeout(120_000);

let directory;
let started;

beforeEach(async () => {
  directory = await mkdtemp(path.join(os.tmpdir(), 'leaving-nothing-'));
  await chmod(directory, 0o711);
});

afterEach(async () => {
  started?.kill('SIGKILL');
  await rm(directory, { recursive: true, force: true });
});

function start(args) {
  started = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, TMPDIR: directory },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return { child: started, ended: once(started, 'exit') };
}

/** Waits until `has` is true of the names of the processes below `pid`. @returns their ids */
async function belowWhen(pid, has) {
  for (let tries = 0; tries < 900; tries += 1) {
    const below = processTree(pid).filter((one) => one.pid !== pid);
    if (has(below.map(({ name }) => name))) return below.map((one) => one.pid);
    await delay(100);
  }
  throw new Error(`there is only ${JSON.stringify(processTree(pid))}`);
}

const count = (names, name) => names.filter((one) => one === name).length;

const DEAF = `
  import { spawn } from 'node:child_process';
  import { leavingNothing } from './test/load/support/leavingNothing.mjs';
  import { withDirectory } from './test/load/support/temporary.mjs';
  await leavingNothing(() => withDirectory(async () => {
    const deaf = 'trap "" TERM INT; (trap "" TERM INT; sleep 61; sleep 62) & sleep 63; sleep 64';
    spawn('/bin/sh', ['-c', deaf], { detached: true, stdio: 'ignore' });
    await WORK;
  }));`;

describe('a benchmark that is ended early', () => {
  test.each([
    ['SIGTERM', 143],
    ['SIGINT', 130],
  ])('by %s leaves no child, deaf and in another group or not, and no directory', async (signal, code) => {
    const work = 'new Promise((resolve) => setTimeout(resolve, 60_000))';
    const { child, ended } = start(['--input-type=module', '-e', DEAF.replace('WORK', work)]);
    const below = await belowWhen(child.pid, (names) => count(names, 'sleep') === 2);
    expect(await readdir(directory)).toHaveLength(1);
    child.kill(signal);
    expect(await ended).toEqual([code, null]);
    expect(below.filter(isAlive)).toEqual([]);
    expect(await readdir(directory)).toEqual([]);
  });

  test('by an error leaves no process', async () => {
    const work = 'new Promise((_, reject) => setTimeout(() => reject(new Error("as the test wants")), 500))';
    const { child, ended } = start(['--input-type=module', '-e', DEAF.replace('WORK', work)]);
    const below = await belowWhen(child.pid, (names) => count(names, 'sleep') === 2);
    expect(await ended).toEqual([1, null]);
    expect(below.filter(isAlive)).toEqual([]);
    expect(await readdir(directory)).toEqual([]);
  });

  test('leaves no process when its parent ends', async () => {
    const outer = `
      import { spawn } from 'node:child_process';
      spawn(process.execPath, ${JSON.stringify(['--input-type=module', '-e', DEAF.replace('WORK', 'new Promise((resolve) => setTimeout(resolve, 60_000))')])}, { stdio: 'inherit' });`;
    const { child, ended } = start(['--input-type=module', '-e', outer]);
    const below = await belowWhen(child.pid, (names) => count(names, 'sleep') === 2);
    child.kill('SIGKILL');
    await ended;
    for (let tries = 0; tries < 100 && below.some(isAlive); tries += 1) await delay(100);
    expect(below.filter(isAlive)).toEqual([]);
    expect(await readdir(directory)).toEqual([]);
  });

  test('while a part runs leaves no server, no service and no data', async () => {
    const options = ['--runs', '1', '--seconds', '30', '--cases', 'mixed', '--no-save'];
    const { child, ended } = start(['scripts/bench.mjs', 'gateway', ...options]);
    const isRunning = (names) => count(names, 'redis-server') === 1 && count(names, 'postgres') > 3;
    const below = await belowWhen(child.pid, (names) => isRunning(names) && count(names, 'node') >= 2);
    child.kill('SIGTERM');
    expect(await ended).toEqual([143, null]);
    expect(below.filter(isAlive)).toEqual([]);
    expect(await readdir(directory)).toEqual([]);
  });
});
