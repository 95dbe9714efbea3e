import type { EventTableName } from '@sluice/db';
import { withTimeout, type Logger } from '@sluice/runtime';
import type { StoreDefinition, StoredRow } from './definition.js';
import type { DrainMetrics } from './drainMetrics.js';

/** Runs a definition's `prepare`; never rejects, and takes `withinMs` at most. */
export type LookUp<Table extends EventTableName> = (stored: readonly StoredRow<Table>[]) => Promise<void>;

/** What a preparer works with. */
export interface LookUpDeps<Table extends EventTableName> {
  readonly definition: Pick<StoreDefinition<Table>, 'lookUp'>;
  readonly timeoutMs: number;
  readonly metrics: Pick<DrainMetrics, 'countLookUpFailure'>;
  readonly logger: Logger;
}

/**
 * The step before a load's transaction: what fails or is late costs the load what it would have added, nothing else. Every such
 * load is counted; the log has a line when they begin and one when they end.
 */
export function createLookUp<Table extends EventTableName>(deps: LookUpDeps<Table>): LookUp<Table> {
  const { definition, timeoutMs: withinMs, metrics, logger } = deps;
  const { lookUp } = definition;
  let isFailing = false;
  if (lookUp === undefined) return () => Promise.resolve();
  return async (stored) => {
    if (stored.length === 0) return;
    const failure = await failureOf(() => lookUp(stored, withinMs), withinMs);
    if (failure !== undefined) metrics.countLookUpFailure();
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
