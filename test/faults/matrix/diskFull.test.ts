import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { makeEvent } from '../../e2e/support/events.js';
import { gatewayNames } from '../../e2e/support/processes.js';
import { letPass, waitFor } from '../../e2e/support/waitFor.js';
import { refusalsOf, summaryOf } from '../support/load.js';
import { startRig, underLoad, untilAcknowledged, untilSpoolEmpty, type Rig } from '../support/rig.js';

/** Rows 10 and 16 of the fault matrix: separate small volumes that fill up. */

const run = promisify(execFile);

const why = whyNoVolumes();
if (why !== '') process.stderr.write(`SKIPPED: full volumes, as none can be mounted here: ${why}\n`);
const withVolumes = why === '' ? describe : describe.skip;

let rig: Rig;
beforeAll(async () => {
  if (why !== '') return;
  rig = await startRig({
    postgresSettings: { max_wal_size: '64MB', min_wal_size: '32MB' },
    arrange: async (dataDir) => {
      const undo = [
        await mountVolume(join(dataDir, 'redis'), 150),
        await mountVolume(join(dataDir, 'postgres'), 400),
        await mountVolume(join(dataDir, 'spools'), 4),
      ];
      return async () => {
        for (const unmount of undo) await unmount();
      };
    },
  });
}, 180_000);
afterAll(async () => {
  if (why === '') await rig.stop();
}, 60_000);

const large = 'x'.repeat(1_000);
const load = { types: ['log'] as const, make: () => makeEvent('log', { payload: { message: large } }), pauseMs: 50 };

withVolumes('the volume of Redis is full', () => {
  test('clients get retryable refusals, nothing acknowledged is lost, and normal operation resumes when there is space', async () => {
    const { system, processes } = rig;
    const batches = await underLoad(
      rig,
      async (running) => {
        const free = await fill(join(system.dataDir, 'redis'));
        try {
          await waitFor(() => summaryOf(running.batches).refused > 20, { what: 'refusals', timeoutMs: 30_000 });
        } finally {
          await free();
        }
        // With `appendfsync always`, Redis exits if it cannot write its file.
        await processes.redis.stop();
        await processes.redis.start();
        await untilAcknowledged(running, 50);
      },
      { load, timeoutMs: 60_000 },
    );
    for (const refusal of refusalsOf(batches)) expect(refusal).toMatch(/^503 /);
  }, 120_000);
});

withVolumes('the volume of PostgreSQL is full', () => {
  test('events wait in Redis, nothing is dead-lettered, and everything is stored when there is space', async () => {
    const { system, processes } = rig;
    const batches = await underLoad(
      rig,
      async (running) => {
        const free = await fill(join(system.dataDir, 'postgres'));
        await letPass(8_000);
        await free();
        await processes.postgres.stop();
        await processes.postgres.start();
        await untilAcknowledged(running, 50);
      },
      { load, timeoutMs: 90_000 },
    );
    expect(summaryOf(batches)).toMatchObject({ refused: 0, unknown: 0 });
    const [letters] = await system.sql<{ count: number }>('select count(*)::int as count from dead_letters');
    expect(letters?.count).toBe(0);
  }, 180_000);
});

withVolumes('the volume of the spools is full', () => {
  test('gateways killed or stopped meanwhile restart and publish their spooled batches', async () => {
    const spoolOf = (name: string): Record<string, string> => ({
      SPOOL_DIR: join(rig.system.dataDir, 'spools', name),
    });
    for (const name of gatewayNames) await rig.restart(name, spoolOf(name));
    const batches = await underLoad(
      rig,
      async (running) => {
        await rig.processes.redis.stop();
        await waitFor(() => summaryOf(running.batches).refused > 20, { what: 'refusals', timeoutMs: 60_000 });
        const [first, second] = gatewayNames;
        await rig.service(first).end('SIGKILL');
        await rig.service(second).end();
        // Truncating a file may have freed space.
        await fill(join(rig.system.dataDir, 'spools'));
        await rig.processes.redis.start();
        for (const name of gatewayNames) await rig.service(name).start(spoolOf(name));
        await untilAcknowledged(running, 50);
        for (const name of gatewayNames) await untilSpoolEmpty(rig, name);
      },
      { load, timeoutMs: 60_000 },
    );
    for (const refusal of refusalsOf(batches)) expect(refusal).toMatch(/^503 /);
  }, 180_000);
});

/** Mounts a volume of this many megabytes at `directory`; returns a function that removes it. */
async function mountVolume(directory: string, megabytes: number): Promise<() => Promise<void>> {
  await mkdir(directory, { recursive: true });
  await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0711`, 'tmpfs', directory]);
  return async () => {
    await run('umount', ['-l', directory]);
  };
}

/** Reason why small volumes are unavailable here; empty if they are available. */
function whyNoVolumes(): string {
  const directory = mkdtempSync(join(tmpdir(), 'sluice-volume-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', directory], { encoding: 'utf8' });
  if (mounted.status === 0) spawnSync('umount', ['-l', directory]);
  rmSync(directory, { recursive: true, force: true });
  return mounted.status === 0 ? '' : (mounted.error?.message ?? mounted.stderr).trim();
}

/** Fills the rest of a volume; returns a function that frees it. */
async function fill(directory: string): Promise<() => Promise<void>> {
  const ballast = join(directory, 'ballast');
  const { stdout } = await run('df', ['--output=avail', '-B1', directory]);
  // The server uses the same volume meanwhile.
  await writeFile(ballast, Buffer.alloc(Number(stdout.trim().split('\n').at(-1)))).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  });
  return () => rm(ballast, { force: true });
}
