import { readFileSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newPlace, startStandaloneAt, type Standalone, type StandalonePlace } from '../e2e/support/standalone.js';
import { connectSystem, type System } from '../e2e/support/system.js';
import { createTenant } from '../e2e/support/tenant.js';
import { letPass, waitFor } from '../e2e/support/waitFor.js';
import { startLoad, summaryOf } from './support/load.js';
import { expectNothingLostOrDoubled } from './support/oracle.js';
import { faultsSeed, seededRandom } from './support/random.js';

/** `kill -9` of `npm start` under load, then `npm start` again in the same place. */

let place: StandalonePlace;
let standalone: Standalone;
beforeAll(async () => {
  place = await newPlace({ DEMO: '0' });
  standalone = await startStandaloneAt(place);
}, 120_000);
afterAll(async () => {
  await standalone.child.end();
  await rm(place.dataDir, { recursive: true, force: true });
}, 60_000);

const connect = (): System => connectSystem(standalone.address, () => Promise.resolve());

describe(`kill -9 (seed ${faultsSeed})`, () => {
  test.each([
    ['of the process that was started, while its children live on', ['main']],
    ['of all its processes', ['main', 'workers', 'postgres', 'redis']],
  ])(
    '%s loses nothing acknowledged',
    async (_name, victims) => {
      let system = connect();
      const project = await createTenant(system);
      const load = startLoad({ project, targets: [standalone.address.baseUrl], random: seededRandom(faultsSeed) });
      const pids = await runningPids();
      try {
        await letPass(2_000);
        for (const victim of victims) process.kill(pids[victim] ?? 0, 'SIGKILL');
        await standalone.child.end('SIGKILL');
        await system.stop();
        standalone = await startStandaloneAt(place);
        system = connect();
        const before = load.batches.length;
        await waitFor(() => summaryOf(load.batches.slice(before)).acknowledged > 50, {
          what: 'batches to be accepted again',
        });
      } finally {
        await load.stop();
      }
      await expectNothingLostOrDoubled(system, project, load.batches);
      for (const [name, pid] of Object.entries(pids)) expect([name, isAlive(pid)]).toEqual([name, false]);
      await system.stop();
    },
    70_000,
  );

  test('SIGTERM ends everything and leaves no process behind', async () => {
    const pids = await runningPids();
    await standalone.child.end('SIGTERM');
    expect(Object.entries(pids).filter(([, pid]) => isAlive(pid))).toEqual([]);
  }, 40_000);
});

async function runningPids(): Promise<Record<string, number>> {
  const text = await readFile(join(place.dataDir, 'runtime.json'), 'utf8');
  return (JSON.parse(text) as { pids: Record<string, number> }).pids;
}

/** Whether the process runs; a zombie does not. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
