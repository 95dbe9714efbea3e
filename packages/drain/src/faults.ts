import { BadRowError, classifyError, sqlstateOf } from '@sluice/db';
import type { Fault } from './isolateRejected.js';

/** Errors that only our own code throws while it folds rows: trying again cannot help. */
const CODE_ERRORS = [TypeError, RangeError, SyntaxError, ReferenceError, URIError] as const;

/**
 * Whose fault an error inside a savepoint is. Faults of our own code count as the data's: they follow from what was to
 * be stored. Outside a savepoint they must not: there nothing proves that the connection still lives.
 */
export function faultOf(error: unknown): Fault {
  const index = error instanceof BadRowError ? error.rowIndex : undefined;
  const isData = classifyError(error) === 'data' || CODE_ERRORS.some((kind) => error instanceof kind);
  if (!isData) return { kind: 'other' };
  return { kind: 'data', index, sqlstate: sqlstateOf(error) ?? null, message: messageOf(error) };
}

/**
 * What a load holds can never be stored as it is. Thrown only from behind a savepoint that was rolled back: the connection
 * lives, so that a fault of our own code is known to be one.
 */
export class WriteBatchRejected extends Error {
  override readonly name = 'WriteBatchRejected';
  readonly sqlstate: string | null;

  constructor(fault: Extract<Fault, { readonly kind: 'data' }>) {
    super(fault.message);
    this.sqlstate = fault.sqlstate;
  }
}

/** What an error says, at most 1,000 characters: it may quote a value, which may hold what a column cannot. */
export const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, 1_000).replaceAll('\0', '\uFFFD');
