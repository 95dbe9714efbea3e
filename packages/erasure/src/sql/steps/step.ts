import type { Tx } from '@sluice/db';
import type { DeadLetter } from '@sluice/dead-letters';
import type { OpenErasure } from '../erasureProgress.js';

/** Limits and facts of one step. */
export interface StepOptions {
  /** Rows that one transaction reads or deletes. */
  readonly limit: number;
  /** Returns the user of a dead letter's event; `undefined` if it has none. */
  readonly userOf: (letter: Pick<DeadLetter, 'payload'>) => string | undefined;
}

/**
 * Erases one bounded batch in a transaction and counts it there. Resolves with the position of the next batch; `undefined` if the
 * step has nothing left.
 */
export type EraseStep = (tx: Tx, erasure: OpenErasure, options: StepOptions) => Promise<string | undefined>;

/** The position before every event. */
export const START = '00000000-0000-0000-0000-000000000000';
