import type { Logger } from '@sluice/runtime';

/** An independent step, with its name for the log. */
export interface Step {
  readonly name: string;
  /** Runs the step; resolves to what was deleted: a number of rows, or names. */
  readonly run: () => Promise<number | readonly string[]>;
}

/**
 * Runs steps in sequence. A failed step is logged and does not stop the others. Resolves with the results of the steps
 * that deleted something; rejects at the end with all failures, if any.
 */
export async function runSteps(
  steps: readonly Step[],
  logger: Logger,
  signal: AbortSignal,
): Promise<Readonly<Record<string, number | readonly string[]>>> {
  const done: Record<string, number | readonly string[]> = {};
  const failures: unknown[] = [];
  for (const { name, run } of steps) {
    if (signal.aborted) break;
    try {
      const went = await run();
      if (typeof went === 'number' ? went > 0 : went.length > 0) done[name] = went;
    } catch (error) {
      logger.warn({ step: name, err: error }, 'retention step failed; retrying in the next run');
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} retention steps failed`);
  return done;
}
