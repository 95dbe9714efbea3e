import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@sluice/testkit';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const BIN = path.join(ROOT, 'packages/cli/bin/sluice.mjs');

let database: TestDatabase;
beforeAll(async () => {
  await promisify(execFile)(process.execPath, [path.join(ROOT, 'scripts/build.mjs')]);
  database = await createTestDatabase();
}, 60_000);
afterAll(() => database.drop());

test('the command as installed answers on stdout, from any directory', async () => {
  const sluice = (...words: string[]): Promise<{ stdout: string; stderr: string }> =>
    promisify(execFile)(process.execPath, [BIN, ...words], {
      cwd: '/',
      env: { PATH: process.env['PATH'], DATABASE_URL: database.url },
    });
  expect(JSON.parse((await sluice('org', 'create', 'acme', '--json')).stdout)).toMatchObject({ organization: 'acme' });
  expect((await sluice('org', 'list')).stdout).toContain('acme');
  await expect(sluice('org', 'create', 'acme')).rejects.toMatchObject({ code: 1, stdout: '' });
  await expect(sluice('frobnicate')).rejects.toMatchObject({ code: 2, stdout: '' });
}, 60_000);

test('a backup whose stdout is closed says that it is incomplete', async () => {
  const child = spawn(process.execPath, [BIN, 'backup', '-'], {
    env: { PATH: process.env['PATH'], DATABASE_URL: database.url },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.destroy();
  const [said, ended] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  expect(said).toBe('sluice: stdout was closed; the backup is incomplete.\n');
  expect(ended).toEqual([1, null]);
}, 60_000);
