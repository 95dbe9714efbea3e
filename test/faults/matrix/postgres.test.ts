import { readFileSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, test } from '@jest/globals';
import { cleanEnvironment } from '../../e2e/support/child.js';
import { repoRoot } from '../../e2e/support/repoRoot.js';
import { letPass, waitFor } from '../../e2e/support/waitFor.js';
import { summaryOf, type Load } from '../support/load.js';
import { underLoad, untilAcknowledged, useRig } from '../support/rig.js';

/** Rows 12, 13, 15, 27 and 29 of the fault matrix. Clients notice none of them, and no event is dead-lettered. */
const rig = useRig();

describe('a missing partition', () => {
  test('is created by the worker that stores the first event', async () => {
    await rig.service('housekeeping').end();
    const parts = await rig.system.sql<{ name: string }>(
      `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
       where i.inhparent in ('hits'::regclass, 'replays'::regclass, 'receipts'::regclass)`,
    );
    expect(parts.length).toBeGreaterThan(10);
    for (const { name } of parts) await rig.system.sql(`drop table ${name}`);
    await unnoticed((load) => untilAcknowledged(load, 100));
    await rig.service('housekeeping').start();
  }, 120_000);
});

describe('PostgreSQL', () => {
  test('with one backend killed recovers, and everything is stored once', async () => {
    await unnoticed(async (load) => {
      for (let time = 0; time < 3; time++) {
        const [victim] = await waitFor(
          () =>
            rig.system.sql<{ pid: number }>(
              `select pid from pg_stat_activity where application_name ~ '^sluice-(exceptions|spans|logs|hits|replays)$' order by random() limit 1`,
            ),
          { what: 'a backend of a worker' },
        );
        if (victim !== undefined) process.kill(victim.pid, 'SIGKILL');
        await untilAcknowledged(load, 30);
        await letPass(1_000);
      }
    });
  }, 120_000);

  test('with its postmaster killed and restarted stores everything once', async () => {
    await unnoticed(async (load) => {
      process.kill(await postmasterPid(), 'SIGKILL');
      await rig.processes.postgres.stop();
      await rig.processes.postgres.start();
      await untilAcknowledged(load, 30);
    });
  }, 120_000);

  test('that is read-only for 6 s stores everything afterwards', async () => {
    await unnoticed(async (load) => {
      await asOperator('alter system set default_transaction_read_only = on', 'select pg_reload_conf()');
      await letPass(6_000);
      await asOperator('alter system reset default_transaction_read_only', 'select pg_reload_conf()');
      await untilAcknowledged(load, 30);
    });
  }, 120_000);
});

describe('migrations', () => {
  /** Runs `sluice migrate` as a process; resolves with its exit code or the signal that ended it. */
  const migrate = (): { readonly kill: () => void; readonly end: Promise<unknown> } => {
    const child = spawn(process.execPath, [join(repoRoot, 'packages', 'cli', 'bin', 'sluice.mjs'), 'migrate'], {
      env: { ...cleanEnvironment(), ...rig.system.commandEnv },
      stdio: 'ignore',
    });
    return {
      kill: () => child.kill('SIGKILL'),
      end: once(child, 'exit').then(([code, signal]: unknown[]) => code ?? signal),
    };
  };

  test('five concurrent ones under load, one of them killed: the others succeed, and no client is refused', async () => {
    await unnoticed(async (load) => {
      const running = Array.from({ length: 5 }, migrate);
      await letPass(400);
      running[0]?.kill();
      const ends = await Promise.all(running.map(({ end }) => end));
      expect(ends.slice(1)).toEqual([0, 0, 0, 0]);
      await untilAcknowledged(load, 30);
    });
  }, 120_000);
});

/** Runs the fault; checks that no client noticed and nothing was dead-lettered. */
async function unnoticed(fault: (load: Load) => Promise<void>): Promise<void> {
  const batches = await underLoad(rig, fault, { timeoutMs: 60_000, load: { pauseMs: 20 } });
  expect(summaryOf(batches)).toMatchObject({ refused: 0, unknown: 0 });
  const [letters] = await rig.system.sql<{ count: number }>('select count(*)::int as count from dead_letters');
  expect(letters?.count).toBe(0);
}

/** A connection that may write, whatever the default of the server is. */
async function asOperator(...statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: rig.system.databaseUrl });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('set default_transaction_read_only = off');
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

async function postmasterPid(): Promise<number> {
  const [row] = await rig.system.sql<{ setting: string }>(`select current_setting('data_directory') as setting`);
  return Number(readFileSync(join(row?.setting ?? '', 'postmaster.pid'), 'utf8').split('\n')[0]);
}
