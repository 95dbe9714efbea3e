import { withTimeout, type Logger } from '@sluice/runtime';
import type { StoreDefinition, StoredRow, StoreName } from './definition.js';
import type { DrainMetrics } from './drainMetrics.js';

/**
 * Resolves with the new details of each row, in order, or with `undefined` if the rows keep theirs. Never rejects, and
 * takes `timeoutMs` at most.
 */
export type LookUp<Table extends StoreName, Details> = (
  stored: readonly StoredRow<Table, Details>[],
) => Promise<readonly Details[] | undefined>;

/** Dependencies of {@link createLookUp}. */
export interface LookUpDeps<Table extends StoreName, Details> {
  readonly definition: Pick<StoreDefinition<Table, Details>, 'lookUp'>;
  readonly timeoutMs: number;
  readonly metrics: Pick<DrainMetrics, 'countLookUpFailure'>;
  readonly logger: Logger;
}

/**
 * Returns the step before a write batch's transaction: it runs the definition's lookup. A lookup that fails or is late
 * costs the batch only the lookup's results. Each failure is counted; the log has one line when lookups begin to fail
 * and one when they work again.
 */
export function createLookUp<Table extends StoreName, Details>(
  deps: LookUpDeps<Table, Details>,
): LookUp<Table, Details> {
  const { definition, timeoutMs, metrics, logger } = deps;
  const { lookUp } = definition;
  let isFailing = false;
  if (lookUp === undefined) return () => Promise.resolve(undefined);
  return async (stored) => {
    if (stored.length === 0) return undefined;
    try {
      const details = await withTimeout(
        Promise.resolve().then(() => lookUp(stored, timeoutMs)),
        timeoutMs,
      );
      if (isFailing) logger.info('pre-write lookups work again');
      isFailing = false;
      return details;
    } catch (error) {
      metrics.countLookUpFailure();
      if (!isFailing) logger.warn({ err: error }, 'pre-write lookup failed; storing without it');
      isFailing = true;
      return undefined;
    }
  };
}

/** Returns the rows with their new details, where there are any. */
export const withDetails = <Details, Row extends { readonly details: Details }>(
  rows: readonly Row[],
  details: readonly Details[] | undefined,
): readonly Row[] =>
  details === undefined
    ? rows
    : rows.map((row, index) => {
        const found = details[index] ?? row.details;
        return found === row.details ? row : { ...row, details: found };
      });
