import { beforeAll, describe, expect, test } from '@jest/globals';
import { createOrganization, ensurePartitions, listPartitions, withTaskLock } from '@sluice/db';
import { useDatabase, useRedis } from '@sluice/testkit';
import path from 'node:path';
import { runForTest, type CommandOutput } from '../../testing/runForTest.js';

const DAY_MS = 86_400_000;
/** The commands run the housekeeping that `node scripts/build.mjs` made. */
const ROOT = path.resolve(import.meta.dirname, '../../../../..');
const database = useDatabase();
const redis = useRedis();
beforeAll(() => createOrganization(database.db, 'acme'));

describe('sluice task', () => {
  test('list shows every task with its period', async () => {
    const { code, stdout, stderr } = await run('task', 'list');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^TASK +EVERY +ONE AT A TIME\n/);
    expect(stdout).toMatch(/^retention +1 h +yes$/m);
    expect(stdout).toMatch(/^settings +400 ms +no$/m);
  });

  test('run runs a task now, and shows what it logs', async () => {
    const before = await listPartitions(database.db);
    const { code, stdout, stderr } = await run('task', 'run', 'partitions');
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(stdout).toMatch(/^The task partitions succeeded after [\d ]+(?:ms|s)\.\n$/);
    expect(stderr).toMatch(/^partitions created \{"count":\d+,/);
    expect((await listPartitions(database.db)).length).toBeGreaterThan(before.length + 7);
  });

  test('run with --json prints one value', async () => {
    const { code, stdout, stderr } = await run('task', 'run', 'losses', '--json');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout)).toEqual({ task: 'losses', ran: true, ms: expect.any(Number) });
  });

  test('run reports a task that another process is running', async () => {
    await withTaskLock(database.db, 'retention', async () => {
      expect(await run('task', 'run', 'retention')).toMatchObject({
        code: 1,
        stdout: 'Another process is running the task retention. Try again when it has finished.\n',
      });
    });
  });

  test('run lists the tasks if the name is unknown', async () => {
    const { code, stderr } = await run('task', 'run', 'cleaning');
    expect(code).toBe(1);
    expect(stderr).toMatch(/^sluice: There is no task "cleaning"\. The tasks are: partitions, .*retention\.\n$/);
  });

  test('needs a built checkout', async () => {
    const { code, stderr } = await runForTest(['task', 'list'], { DATABASE_URL: database.url });
    expect(code).toBe(1);
    expect(stderr).toBe(
      'sluice: /nonexistent/services/housekeeping/dist/main.js is missing. Run this command in a built checkout or in the image.\n',
    );
  });
});

describe('sluice rehearse retention', () => {
  test('shows partitions and rows that will be deleted, and deletes nothing', async () => {
    const old = Date.now() - 20 * DAY_MS;
    await ensurePartitions(database.db, { tables: ['logs'], interval: 'day', fromMs: old, throughMs: old });
    const before = await listPartitions(database.db);
    const name = `logs_p${new Date(old).toISOString().slice(0, 10).replaceAll('-', '')}`;
    const now = await run('rehearse', 'retention');
    expect([now.code, now.stdout.includes(name)]).toEqual([0, false]);
    const later = await run('rehearse', 'retention', '--days', '12');
    expect(later.code).toBe(0);
    expect(later.stdout).toMatch(
      /^At \S+, retention would delete this\. Nothing was deleted\.\n\nPARTITION +FROM +TO +/,
    );
    expect(later.stdout).toMatch(new RegExp(`^${name} +\\S+ +\\S+ +\\S.* k?B$`, 'm'));
    expect(later.stdout).toMatch(/^No single rows\.$/m);
    expect(await listPartitions(database.db)).toEqual(before);
  });

  test('rejects an invalid number of days', async () => {
    expect(await run('rehearse', 'retention', '--days', 'many')).toMatchObject({ code: 2 });
  });
});

function run(...words: readonly string[]): Promise<CommandOutput> {
  return runForTest(words, { DATABASE_URL: database.url, REDIS_URL: redis.url }, undefined, { root: ROOT });
}
