import { type System } from './system.js';
import { type Project } from './tenant.js';
import { waitFor } from './waitFor.js';

/** A row of `sluice usage --json`. */
export interface UsageRow {
  readonly project: string;
  readonly type: string;
  readonly outcome: string;
  readonly reason: string | null;
  readonly hour: string;
  readonly count: number;
}

/** `type outcome reason` → events, hours summed; the reason of `processed` is left out. */
export type UsageCounts = Readonly<Record<string, number>>;

/** Returns the current output of `sluice usage` for a project. */
export async function usageOf(system: System, project: Pick<Project, 'path'>): Promise<UsageCounts> {
  const rows = (await system.sluice('usage', project.path)) as UsageRow[];
  const counts: Record<string, number> = {};
  for (const { type, outcome, reason, count } of rows) {
    const key = outcome === 'processed' ? `${type} processed` : `${type} ${outcome} ${reason ?? ''}`;
    counts[key] = (counts[key] ?? 0) + count;
  }
  return counts;
}

export const sumOf = (counts: UsageCounts, outcome?: string): number =>
  Object.entries(counts)
    .filter(([key]) => outcome === undefined || key.split(' ')[1] === outcome)
    .reduce((sum, [, count]) => sum + count, 0);

/**
 * Waits until usage contains `received` events, and returns the output of the command line then; refusals are rolled
 * up in the background.
 */
export async function waitForUsage(
  system: System,
  project: Pick<Project, 'path' | 'id'>,
  received: number,
  timeoutMs = 20_000,
): Promise<UsageCounts> {
  try {
    await waitFor(
      async () => {
        const [row] = await system.sql<{ count: number }>(
          'select coalesce(sum(count), 0)::float8 as count from usage where project_id = $1',
          [project.id],
        );
        return (row?.count ?? 0) >= received;
      },
      { what: `usage of ${received} events`, timeoutMs },
    );
  } catch (error) {
    const counts = JSON.stringify(await usageOf(system, project));
    throw new Error(`${received} events were received, usage is ${counts}`, { cause: error });
  }
  return usageOf(system, project);
}
