import {
  closeErasure,
  deleteErasedReplays,
  deriveErasedDays,
  eraseBatch,
  finishErasure,
  inTransaction,
  listFinishedErasures,
  listUnfinishedErasures,
  startErasure,
  type Database,
  type OpenErasure,
} from '@sluice/db';
import { readAgent, userOfPayload } from '@sluice/enrichment';
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
 * Performs the erasures that are not done, oldest first, in small transactions. A run that is killed loses at most one batch, and the next run
 * goes on from there. An erasure that fails does not stop the others.
 */
export async function runErasures(
  deps: ErasureDeps,
  limits: Pick<ErasureLimits, 'batchRows'>,
  signal: AbortSignal,
): Promise<void> {
  const { db, logger } = deps;
  await forEach(logger, await listUnfinishedErasures(db), signal, (erasure) =>
    runErasure(deps, limits, erasure, signal),
  );
}

/**
 * Looks after erasures of users that are done, as long as they are open: segments of a recording may be stored late without naming
 * the user. Closes those that are open long enough.
 */
export async function closeErasures(
  { db, clock, logger }: ErasureDeps,
  { openMs }: Pick<ErasureLimits, 'openMs'>,
  signal: AbortSignal,
): Promise<void> {
  const closeBeforeMs = clock() - openMs;
  await forEach(logger, await listFinishedErasures(db, closeBeforeMs), signal, async (erasure) => {
    while (!signal.aborted && (await deleteErasedReplays(db, erasure)) > 0);
    if (!signal.aborted) await inTransaction(db, (tx) => closeErasure(tx, erasure, closeBeforeMs));
  });
}

async function forEach(
  logger: Logger,
  erasures: readonly OpenErasure[],
  signal: AbortSignal,
  run: (erasure: OpenErasure) => Promise<void>,
): Promise<void> {
  for (const erasure of erasures) {
    if (signal.aborted) return;
    try {
      await run(erasure);
    } catch (error) {
      logger.warn({ err: error, project: erasure.projectId, erasure: erasure.id }, 'erasure failed; it is repeated');
    }
  }
}

async function runErasure(
  { db, clock, logger }: ErasureDeps,
  { batchRows }: Pick<ErasureLimits, 'batchRows'>,
  erasure: OpenErasure,
  signal: AbortSignal,
): Promise<void> {
  if (erasure.state === 'waiting' && !(await startErasure(db, erasure))) return;
  let left: OpenErasure | undefined = erasure;
  while (left !== undefined) {
    if (signal.aborted) return;
    left = await eraseBatch(db, left, { limit: batchRows, userOf: ({ payload }) => userOfPayload(payload) });
  }
  while (erasure.kind === 'user' && !signal.aborted && (await deleteErasedReplays(db, erasure)) > 0);
  if (signal.aborted) return;
  if (erasure.kind === 'user') await deriveErasedDays(db, erasure, { clock, readAgent });
  await inTransaction(db, (tx) => finishErasure(tx, erasure));
  logger.info({ project: erasure.projectId, erasure: erasure.id, kind: erasure.kind }, 'erasure done');
}
