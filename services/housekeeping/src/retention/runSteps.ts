import type { Logger } from '@sluice/runtime';

/** A piece of work that stands on its own, and its name in the log. */
export interface Step {
  readonly name: string;
  /** Does it and resolves with what went: rows, or names. */
  readonly run: () => Promise<number | readonly string[]>;
}

/**
 * Runs steps one after another; one that fails is logged and keeps none of the others from being tried. Resolves with
 * what each did that did anything; rejects at the end, with everything that went wrong, where something did.
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
      logger.warn({ step: name, err: error }, 'a step of retention failed; it is tried again at the next run');
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} steps of retention failed`);
  return done;
}
