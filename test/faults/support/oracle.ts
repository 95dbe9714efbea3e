import { type System } from '../../e2e/support/system.js';
import { type Project } from '../../e2e/support/tenant.js';
import { waitFor } from '../../e2e/support/waitFor.js';
import { judge, type Judging } from './judge.js';
import { type SentBatch } from './load.js';
import { countKept, leftoversIn, observe } from './observe.js';
import { faultsSeed } from './random.js';

interface Trial extends Judging {
  readonly batches: readonly SentBatch[];
  /** Milliseconds in which everything acknowledged must be stored, and again in which the queues must become empty. */
  readonly timeoutMs?: number;
  /** Seed of the run. */
  readonly seed?: number;
}

/** Maximum number of reported differences: the first one is the most useful. */
const MOST_TOLD = 5;

/** {@link expectKept} without exceptions. */
export const expectNothingLostOrDoubled = (
  system: System,
  project: Project,
  batches: readonly SentBatch[],
  timeoutMs = 25_000,
): Promise<void> => expectKept(system, project, { batches, timeoutMs });

/**
 * The oracle of all fault tests, used when the fault is over: waits until everything acknowledged is stored or
 * dead-lettered and Redis holds no job, then compares the client's ledger with the stored state (`judge.ts`). Throws
 * with the seed and the first event that differs.
 */
export async function expectKept(system: System, project: Project, trial: Trial): Promise<void> {
  const { batches, timeoutMs = 25_000, seed = faultsSeed } = trial;
  await untilQuiet(system, project, trial, timeoutMs);
  const differences = judge(batches, await observe(system, project), trial);
  if (differences.length === 0) return;
  const more = differences.length > MOST_TOLD ? [`and ${differences.length - MOST_TOLD} more`] : [];
  throw new Error([`seed ${seed}, first difference first:`, ...differences.slice(0, MOST_TOLD), ...more].join('\n  '));
}

async function untilQuiet(system: System, project: Project, { batches, mayBeLost }: Trial, timeoutMs: number) {
  const promised = batches
    .filter((batch) => batch.fate === 'acknowledged' && mayBeLost?.(batch) !== true)
    .reduce((sum, { processed = 0 }) => sum + processed, 0);
  // The judge decides whether they are the right ones; a timeout reports only the number.
  let kept = 0;
  await waitFor(async () => (kept = await countKept(system, project)) >= promised, {
    what: 'what was acknowledged',
    timeoutMs,
  }).catch(() => undefined);
  let left: readonly string[] = [];
  await waitFor(async () => (left = await leftoversIn(system.redisUrl)).length === 0, {
    what: 'a Redis with nothing to do',
    timeoutMs,
  }).catch((error: unknown) => {
    const words = left.slice(0, MOST_TOLD).join('\n  ');
    throw new Error(`${kept} of ${promised} events are kept, and Redis is not quiet:\n  ${words}`, { cause: error });
  });
  await refusalsRolledUp(system, project, batches);
}

/** Refusals are added to usage in the background. */
async function refusalsRolledUp(system: System, project: Project, batches: readonly SentBatch[]): Promise<void> {
  const reported = batches.reduce(
    (sum, { tallied }) => sum + tallied.filtered + tallied.rate_limited + tallied.quota_exceeded + tallied.invalid,
    0,
  );
  if (reported === 0) return;
  await waitFor(
    async () => {
      const { usage } = await observe(system, project);
      return usage.filtered + usage.rate_limited + usage.quota_exceeded + usage.invalid >= reported;
    },
    { what: 'refusals in usage', timeoutMs: 10_000 },
  ).catch(() => undefined);
}
