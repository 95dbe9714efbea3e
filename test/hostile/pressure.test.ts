import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { makeEvent, serialOf } from '../e2e/support/events.js';
import { accepted, sendEvents } from '../e2e/support/send.js';
import { closeIdleSockets } from '../e2e/support/http.js';
import { storedBySerial, waitForStored } from '../e2e/support/stored.js';
import { createTenant } from '../e2e/support/tenant.js';
import { floodLine, runFloods } from './floods/runFloods.js';
import { runFuzz } from './fuzz/runFuzz.js';
import { startWatchedSystem, type WatchedSystem } from './support/watchedSystem.js';

/** A separate system whose event loops are monitored; `npm run fuzz` runs the same tests for longer. */

const FUZZ_RUNS = 5_000;
const MOST_STALL_MS = 200;
/**
 * Maximum growth of all Node processes together during one flood: buffered requests (`MAX_BUFFERED_BYTES`) and
 * garbage not yet collected.
 */
const MOST_GROWTH_MB = 350;
/** Clients give up after five seconds. */
const MOST_WAIT_MS = 5_000;

let system: WatchedSystem;
beforeAll(async () => {
  system = await startWatchedSystem();
}, 120_000);
afterAll(async () => {
  closeIdleSockets();
  await system.stop();
});

describe('hostile inputs', () => {
  test(`cause no 5xx, uncaught error or blocked event loop (${FUZZ_RUNS} inputs)`, async () => {
    const seed = Date.now() | 0;
    const result = await runFuzz(system, { runs: FUZZ_RUNS, seed });
    process.stdout.write(`fuzz: seed ${seed}, ${result.tried} inputs, longest stall ${result.longestStallMs} ms\n`);
    expect(result.failures).toEqual([]);
    expect(result.troubles).toEqual([]);
    expect(result.longestStallMs).toBeLessThanOrEqual(MOST_STALL_MS);
  }, 300_000);

  test('leave a system that still stores events', async () => {
    const project = await createTenant(system);
    const event = makeEvent('span');
    expect((await sendEvents(system.baseUrl, project, [event])).json).toEqual(accepted({ processed: 1 }));
    await waitForStored(system, project, 1, 60_000);
    expect([...(await storedBySerial(system, project)).keys()]).toEqual([serialOf(event)]);
  }, 90_000);
});

describe('floods', () => {
  test('are bounded, and a well-behaved client is served meanwhile', async () => {
    const figures = await runFloods(system, 1);
    process.stdout.write(`${figures.map(floodLine).join('\n')}\n`);
    for (const { name, good, grown, longestStallMs, mostStallMs } of figures) {
      expect({ name, failed: good.failed }).toEqual({ name, failed: [] });
      expect({ name, isAnswered: good.p99 < MOST_WAIT_MS, p99: good.p99 }).toMatchObject({ name, isAnswered: true });
      // NaN if the memory of a process cannot be read.
      expect({ name, isBounded: !(grown >= MOST_GROWTH_MB), grown }).toMatchObject({ isBounded: true });
      expect({ name, longestStallMs, isShort: longestStallMs <= mostStallMs }).toMatchObject({ name, isShort: true });
    }
  }, 180_000);
});
