import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { makeEvent } from '../../e2e/support/events.js';
import { workerNames } from '../../e2e/support/processes.js';
import { tableOf } from '../../e2e/support/stored.js';
import { createProject, type Project } from '../../e2e/support/tenant.js';
import { waitFor } from '../../e2e/support/waitFor.js';
import { killAtRandom, underLoad, untilAcknowledged, useRig } from '../support/rig.js';

/** The row of the fault matrix about an erasure while events of the user are queued, and what runs it is killed. */
const rig = useRig();

describe('the erasure of a user', () => {
  test('brings nothing back and counts exactly if workers, Redis, PostgreSQL and housekeeping are killed', async () => {
    const project = await createProject(rig.system, rig.organization);
    let users = ['gone', 'kept'];
    let [made, requestedAt] = [0, 0];
    await underLoad(
      rig,
      async (load) => {
        await untilAcknowledged(load, 20);
        for (const name of workerNames) await rig.service(name).end('SIGKILL');
        // These stay in the queues until the workers run again.
        await untilAcknowledged(load, 20);
        users = ['kept'];
        await untilAcknowledged(load, 20);
        requestedAt = Date.now();
        await rig.system.sluice('erase', 'user', project.path, 'id:gone', '--confirm', project.slug);
        for (const name of workerNames) await rig.service(name).start();
        await killRedis();
        await killAtRandom(rig, [...workerNames, 'housekeeping'], { kills: 4 });
        await killPostgres();
        await untilDone(project);
        await untilAcknowledged(load, 20);
      },
      {
        project,
        timeoutMs: 60_000,
        mayBeErased: ({ startedAt }) => startedAt < requestedAt,
        load: {
          pauseMs: 20,
          make: (type) => makeEvent(type, { contexts: { 'user.id': users[(made += 1) % users.length] } }),
        },
      },
    );
    expect(await storedOf('id:gone', project)).toBe(0);
    expect(await storedOf('id:kept', project)).toBeGreaterThan(100);
    const [erased] = await rig.system.sql<{ count: number }>(
      'select coalesce(sum(count), 0)::int as count from erased_events where project_id = $1',
      [project.id],
    );
    expect(erased?.count).toBeGreaterThan(50);
  }, 240_000);
});

/** Events of a user in all tables. */
async function storedOf(user: string, project: Project): Promise<number> {
  const counts = Object.values(tableOf).map(
    (table) => `(select count(*) from ${table} where project_id = $1 and user_key = $2)`,
  );
  const [row] = await rig.system.sql<{ count: number }>(`select (${counts.join(' + ')})::int as count`, [
    project.id,
    user,
  ]);
  return row?.count ?? 0;
}

async function killRedis(): Promise<void> {
  process.kill(await rig.redisPid(), 'SIGKILL');
  await rig.processes.redis.stop();
  await rig.processes.redis.start();
}

async function killPostgres(): Promise<void> {
  const [row] = await rig.system.sql<{ setting: string }>(`select current_setting('data_directory') as setting`);
  process.kill(Number(readFileSync(join(row?.setting ?? '', 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL');
  await rig.processes.postgres.stop();
  await rig.processes.postgres.start();
}

function untilDone(project: Project): Promise<boolean> {
  return waitFor(
    async () => {
      const rows = await rig.system.sql('select from erasures where project_id = $1 and finished_at is not null', [
        project.id,
      ]);
      return rows.length === 1;
    },
    { what: 'the end of the erasure', timeoutMs: 60_000 },
  );
}
