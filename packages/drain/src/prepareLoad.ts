import type { EventTableName } from '@sluice/db';
import { withTimeout, type Logger } from '@sluice/runtime';
import type { StoreDefinition, StoredRow } from './definition.js';
import type { DrainMetrics } from './drainMetrics.js';

/** Runs a definition's `prepare`; never rejects, and takes `withinMs` at most. */
export type LoadPreparer<Table extends EventTableName> = (stored: readonly StoredRow<Table>[]) => Promise<void>;

/** What a preparer works with. */
export interface LoadPreparerDeps<Table extends EventTableName> {
  readonly definition: Pick<StoreDefinition<Table>, 'prepare'>;
  readonly withinMs: number;
  readonly metrics: Pick<DrainMetrics, 'countUnprepared'>;
  readonly logger: Logger;
}

/**
 * The step before a load's transaction: what fails or is late costs the load what it would have added, nothing else. Every such
 * load is counted; the log has a line when they begin and one when they end.
 */
export function createLoadPreparer<Table extends EventTableName>(deps: LoadPreparerDeps<Table>): LoadPreparer<Table> {
  const { definition, withinMs, metrics, logger } = deps;
  const { prepare } = definition;
  let isFailing = false;
  if (prepare === undefined) return () => Promise.resolve();
  return async (stored) => {
    if (stored.length === 0) return;
    const failure = await failureOf(() => prepare(stored, withinMs), withinMs);
    if (failure !== undefined) metrics.countUnprepared();
    if (failure !== undefined && !isFailing)
      logger.warn({ err: failure }, 'loads are stored without what is looked up');
    if (failure === undefined && isFailing) logger.info('loads are looked up again');
    isFailing = failure !== undefined;
  };
}

async function failureOf(attempt: () => Promise<void>, withinMs: number): Promise<unknown> {
  try {
    await withTimeout(attempt(), withinMs);
    return undefined;
  } catch (error) {
    return error ?? new Error('rejected');
  }
}
