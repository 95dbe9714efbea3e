import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createProject } from '../../e2e/support/tenant.js';
import { letPass } from '../../e2e/support/waitFor.js';
import { addTallies, startLoad, summaryOf, type SentBatch } from '../support/load.js';
import { expectKept } from '../support/oracle.js';
import { faultsSeed, seededRandom } from '../support/random.js';
import { startRig, untilAcknowledged, type Rig } from '../support/rig.js';
import { faults, createGround, type Ground } from './faults.js';

/**
 * Random faults, one after the other, in a whole system under load, for `NEMESIS_MINUTES`. Each round of two minutes
 * uses a new project and ends with the oracle, so that a difference is reported close to its cause.
 */

const minutes = Number(process.env['NEMESIS_MINUTES'] ?? 2);
const ROUND_MS = 120_000;

let rig: Rig;
let ground: Ground;
beforeAll(async () => {
  rig = await startRig();
  ground = await createGround(rig);
}, 180_000);
afterAll(async () => {
  await ground.stop();
  await rig.stop();
}, 120_000);

const say = (line: string): void => void process.stderr.write(`${line}\n`);

/** Longest time in milliseconds without an acknowledged batch. */
function longestSilence(batches: readonly SentBatch[]): number {
  const times = batches
    .filter(({ fate }) => fate === 'acknowledged')
    .map(({ endedAt }) => endedAt)
    .sort((a, b) => a - b);
  return times.reduce((longest, time, index) => Math.max(longest, time - (times[index - 1] ?? time)), 0);
}

test(
  `${minutes} minutes of random faults (seed ${faultsSeed})`,
  async () => {
    const random = seededRandom(faultsSeed);
    const began = Date.now();
    const counts = new Map<string, number>();
    const all: SentBatch[] = [];
    let silence = 0;
    for (let round = 1; Date.now() - began < minutes * 60_000; round++) {
      const roundEnds = Math.min(Date.now() + ROUND_MS, began + minutes * 60_000);
      const batches = await playRound(roundEnds, random, (name) => {
        counts.set(name, (counts.get(name) ?? 0) + 1);
        say(`${new Date().toISOString()} round ${round}: ${name}`);
      });
      all.push(...batches);
      silence = Math.max(silence, longestSilence(batches));
      say(`round ${round}: ${JSON.stringify(summaryOf(batches))}, every promise kept`);
    }
    const events = addTallies(all.map(({ tallied }) => tallied));
    say(
      [
        `nemesis: seed ${faultsSeed}, ${((Date.now() - began) / 60_000).toFixed(1)} minutes`,
        `batches: ${JSON.stringify(summaryOf(all))}, of unclear end on the way: ${all.filter((one) => one.ambiguous).length}`,
        `events by tallies: ${JSON.stringify(events)}`,
        `faults: ${JSON.stringify(Object.fromEntries([...counts].sort()))}`,
        `longest time without an acknowledged batch: ${(silence / 1000).toFixed(1)} s`,
        'outcome: nothing lost, nothing twice, tallies = usage = rows, queues empty, no orphan keys',
      ].join('\n  '),
    );
    expect(all.length).toBeGreaterThan(0);
  },
  (minutes + 30) * 60_000,
);

async function playRound(
  endsAt: number,
  random: () => number,
  told: (name: string) => void,
): Promise<readonly SentBatch[]> {
  const project = await createProject(rig.system, rig.organization);
  const load = startLoad({
    project,
    targets: rig.system.gatewayUrls,
    random: seededRandom(random() * 2 ** 31),
    pauseMs: 20,
  });
  const names = Object.keys(faults);
  try {
    await untilAcknowledged(load, 20);
    while (Date.now() < endsAt) {
      const name = names[Math.floor(random() * names.length)] ?? '';
      told(name);
      await faults[name]?.(ground, random);
      await letPass(random() * 3_000);
    }
    await untilAcknowledged(load, 20, 60_000);
  } finally {
    await load.stop();
  }
  // A black-holed connection holds its transaction until the server's timer ends it.
  await expectKept(rig.system, project, { batches: load.batches, timeoutMs: 150_000 });
  return load.batches;
}
