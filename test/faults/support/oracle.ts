import { expect } from '@jest/globals';
import { countStored, storedBySerial } from '../../e2e/support/stored.js';
import { type System } from '../../e2e/support/system.js';
import { type Project } from '../../e2e/support/tenant.js';
import { sumOf, usageOf } from '../../e2e/support/usage.js';
import { waitFor } from '../../e2e/support/waitFor.js';
import { type SentBatch } from './load.js';

interface Check {
  readonly name: string;
  readonly message: string;
}

/** Resolves when all five queues hold nothing, waiting or under way. */
async function waitForEmptyQueues(system: System, timeoutMs: number): Promise<void> {
  await waitFor(
    async () => {
      const result = await system.runSluice('doctor', '--json');
      const { checks } = JSON.parse(result.stdout) as { checks: Check[] };
      const queues = checks.filter(({ name }) => name.startsWith('queue '));
      return queues.length === 5 && queues.every(({ message }) => message === 'empty');
    },
    { what: 'empty queues', timeoutMs },
  );
}

async function waitForAcknowledged(system: System, project: Project, expected: number, timeoutMs: number) {
  let counts: Record<string, number> = {};
  const sum = (): number => Object.values(counts).reduce((total, count) => total + count, 0);
  await waitFor(
    async () => {
      counts = await countStored(system, project);
      return sum() >= expected;
    },
    { what: `${expected} acknowledged events to be stored`, timeoutMs },
  ).catch((error: unknown) => {
    throw new Error(`of ${expected} acknowledged events ${sum()} are stored: ${JSON.stringify(counts)}`, {
      cause: error,
    });
  });
}

/**
 * The one judge of all fault tests, asked when the fault is over: what was acknowledged is stored; nothing is stored
 * twice; nothing that was refused is stored; a batch of unknown end is stored whole or not at all; and usage says what
 * the tables say.
 */
export async function expectNothingLostOrDoubled(
  system: System,
  project: Project,
  batches: readonly SentBatch[],
  timeoutMs = 25_000,
): Promise<void> {
  const acknowledged = batches.filter(({ fate }) => fate === 'acknowledged');
  const promised = acknowledged.reduce((sum, { processed }) => sum + processed, 0);
  await waitForAcknowledged(system, project, promised, timeoutMs);
  await waitForEmptyQueues(system, timeoutMs);

  const stored = await storedBySerial(system, project);
  const storedOf = (batch: SentBatch): number => batch.serials.filter((serial) => stored.has(serial)).length;
  const broken = (fate: SentBatch['fate'], isRight: (batch: SentBatch) => boolean) =>
    batches
      .filter((batch) => batch.fate === fate && !isRight(batch))
      .map((batch) => ({ fate, events: batch.serials.length, processed: batch.processed, stored: storedOf(batch) }));
  expect(broken('acknowledged', (batch) => storedOf(batch) === batch.processed)).toEqual([]);
  expect(broken('refused', (batch) => storedOf(batch) === 0)).toEqual([]);
  expect(broken('unknown', (batch) => [0, batch.serials.length].includes(storedOf(batch)))).toEqual([]);

  const counts = await countStored(system, project);
  expect(counts['dead_letters']).toBe(0);
  const rows = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const sent = new Set(batches.flatMap(({ serials }) => serials));
  expect([...stored.keys()].filter((serial) => !sent.has(serial))).toEqual([]);
  expect(stored.size).toBe(rows);
  expect(sumOf(await usageOf(system, project), 'processed')).toBe(rows);
}

/** The different refusals that clients met, as `status code`. */
export const refusalsOf = (batches: readonly SentBatch[]): string[] =>
  [...new Set(batches.flatMap(({ refusals }) => refusals))].sort();

/** How the load went, for the test's own judgement of whether the fault was met at all. */
export function summaryOf(batches: readonly SentBatch[]): Record<SentBatch['fate'], number> {
  const counts = { acknowledged: 0, refused: 0, unknown: 0 };
  for (const { fate } of batches) counts[fate]++;
  return counts;
}
