import {
  closeErasure,
  deleteErasedReplays,
  deriveErasedDays,
  eraseBatch,
  finishErasure,
  inTransaction,
  listOpenErasures,
  startErasure,
  type Database,
  type OpenErasure,
} from '@sluice/db';
import { userOfPayload } from '@sluice/enrichment';
import type { Clock, Logger } from '@sluice/runtime';

/** Dependencies of {@link runErasures}. */
export interface ErasureDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Limits of {@link runErasures}. */
export interface ErasureLimits {
  /** Rows that one transaction reads or deletes. */
  readonly batchRows: number;
  /** How long a finished erasure of a user stays open for late events, in milliseconds. */
  readonly openMs: number;
}

/**
 * Performs the open erasures, oldest first, in small transactions. A run that is killed loses at most one batch, and the next run
 * goes on from there. An erasure that fails does not stop the others.
 */
export async function runErasures(deps: ErasureDeps, limits: ErasureLimits, signal: AbortSignal): Promise<void> {
  const { db, logger } = deps;
  for (const erasure of await listOpenErasures(db)) {
    if (signal.aborted) return;
    try {
      await runErasure(deps, limits, erasure, signal);
    } catch (error) {
      logger.warn({ err: error, project: erasure.projectId, erasure: erasure.id }, 'erasure failed; it is repeated');
    }
  }
}

async function runErasure(
  { db, clock, logger }: ErasureDeps,
  { batchRows, openMs }: ErasureLimits,
  erasure: OpenErasure,
  signal: AbortSignal,
): Promise<void> {
  if (erasure.state === 'waiting' && !(await startErasure(db, erasure))) return;
  let left: OpenErasure | undefined = erasure;
  while (erasure.state !== 'done' && left !== undefined) {
    if (signal.aborted) return;
    left = await eraseBatch(db, left, { limit: batchRows, userOf: ({ payload }) => userOfPayload(payload) });
  }
  // Segments of a recording may be stored late without naming the user: looked for as long as the erasure is open.
  while (erasure.kind === 'user' && !signal.aborted && (await deleteErasedReplays(db, erasure)) > 0);
  if (signal.aborted) return;
  if (erasure.state !== 'done') {
    if (erasure.kind === 'user') await deriveErasedDays(db, erasure, clock);
    await inTransaction(db, (tx) => finishErasure(tx, erasure));
    logger.info({ project: erasure.projectId, erasure: erasure.id, kind: erasure.kind }, 'erasure done');
    return;
  }
  await inTransaction(db, (tx) => closeErasure(tx, erasure, clock() - openMs));
}
