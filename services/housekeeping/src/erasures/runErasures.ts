import {
  closeErasure,
  deleteErasedReplays,
  deriveErasedDays,
  eraseBatch,
  finishErasure,
  listFinishedErasures,
  listNextErasures,
  startErasure,
  type OpenErasure,
} from '@sluice/erasure';
import { inTransaction, type Database } from '@sluice/db';
import { readAgent, userOfPayload } from '@sluice/enrichment';
import type { Clock, Logger } from '@sluice/runtime';
import { setTimeout as delay } from 'node:timers/promises';

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
  /** How long erasures of one organization run before those of the next one, in milliseconds; at least one transaction. */
  readonly turnMs: number;
  /** See `DeriveDeps`. */
  readonly maxEventAgeMs: number;
  /** How long a finished erasure of a user stays open for late events, in milliseconds. */
  readonly openMs: number;
}

/** Result of a turn: the erasure is done, a later turn continues it, or it cannot start yet. */
type Turn = 'done' | 'open' | 'waiting';

/** The pause after a round in which nothing could start, in milliseconds: transactions that store are short. */
const IDLE_MS = 100;

/** Such rounds in a row after which a pass ends, so that the next one tries again what failed. */
const MOST_IDLE = 10;

/** State of a pass in memory. */
interface Pass {
  /** Erasures that failed: the next pass tries them again. */
  readonly failed: Set<string>;
  /** Days that were derived, by erasure. */
  readonly derived: Map<string, Set<string>>;
  readonly signal: AbortSignal;
}

/**
 * Performs the erasures that are not done, in small transactions: organizations round robin, the oldest erasure of each first. Erasures
 * that are requested meanwhile, or that wait for a transaction that stores, join the next round: an organization waits for at most one turn
 * of each other one, however much they erase. A killed run loses at most one batch, and the next run continues after the last commit.
 * An erasure that fails does not stop the others. Returns soon if nothing can start.
 */
export async function runErasures(
  deps: ErasureDeps,
  limits: Omit<ErasureLimits, 'openMs'>,
  signal: AbortSignal,
): Promise<void> {
  const pass: Pass = { failed: new Set(), derived: new Map(), signal };
  let idle = 0;
  while (idle < MOST_IDLE) {
    const round = await listNextErasures(deps.db, [...pass.failed]);
    if (round.length === 0) return;
    const turns = new Set<Turn | undefined>();
    for (const erasure of round) {
      if (signal.aborted) return;
      const turn = await attempt(deps.logger, erasure, () => takeTurn(deps, limits, erasure, pass));
      if (turn === undefined) pass.failed.add(erasure.id);
      turns.add(turn);
    }
    const isIdle = turns.has('waiting') && !turns.has('open') && !turns.has('done');
    idle = isIdle ? idle + 1 : 0;
    if (isIdle) await delay(IDLE_MS, undefined, { signal }).catch(() => undefined);
  }
}

/**
 * Deletes late segments for erasures of users that are done and still open: a segment of a recording may be stored late without naming
 * the user. Closes erasures that have been open for long enough.
 */
export async function closeErasures(
  { db, clock, logger }: ErasureDeps,
  { openMs }: Pick<ErasureLimits, 'openMs'>,
  signal: AbortSignal,
): Promise<void> {
  const closeBeforeMs = clock() - openMs;
  for (const erasure of await listFinishedErasures(db, closeBeforeMs)) {
    if (signal.aborted) return;
    await attempt(logger, erasure, async () => {
      while (!signal.aborted && (await deleteErasedReplays(db, erasure)) > 0);
      if (!signal.aborted) await inTransaction(db, (tx) => closeErasure(tx, erasure, closeBeforeMs));
    });
  }
}

/** Returns the result of the work; logs a failure and returns `undefined`. */
async function attempt<T>(logger: Logger, erasure: OpenErasure, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    logger.warn({ err: error, project: erasure.projectId, erasure: erasure.id }, 'erasure failed; it is repeated');
    return undefined;
  }
}

/** Continues an erasure until its turn is over. */
async function takeTurn(
  { db, clock, logger }: ErasureDeps,
  { batchRows, turnMs, maxEventAgeMs }: Omit<ErasureLimits, 'openMs'>,
  erasure: OpenErasure,
  { derived, signal }: Pass,
): Promise<Turn> {
  if (erasure.state === 'waiting' && !(await startErasure(db, erasure))) return 'waiting';
  const endMs = performance.now() + turnMs;
  const isOver = (): boolean => signal.aborted || performance.now() >= endMs;
  let left: OpenErasure | undefined = erasure;
  do {
    left = await eraseBatch(db, left, { limit: batchRows, userOf: ({ payload }) => userOfPayload(payload) });
    if (left !== undefined && isOver()) return 'open';
  } while (left !== undefined);
  if (erasure.kind === 'user') {
    while ((await deleteErasedReplays(db, erasure)) > 0) if (isOver()) return 'open';
    const days = derived.get(erasure.id) ?? new Set<string>();
    derived.set(erasure.id, days);
    const deps = { clock, readAgent, maxEventAgeMs, derived: days, isOver };
    if (!(await deriveErasedDays(db, erasure, deps))) return 'open';
    derived.delete(erasure.id);
  }
  await inTransaction(db, (tx) => finishErasure(tx, erasure));
  logger.info({ project: erasure.projectId, erasure: erasure.id, kind: erasure.kind }, 'erasure done');
  return 'done';
}
