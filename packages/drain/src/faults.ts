import { BadRowError, classifyError, sqlstateOf } from '@sluice/db';
import type { Fault } from './isolateRejected.js';

/** Errors that only a defect of this program throws while it folds rows. A retry cannot help. */
const CODE_ERRORS = [TypeError, RangeError, SyntaxError, ReferenceError, URIError] as const;

/**
 * Classifies an error that occurred inside a savepoint. Defects of this program count as data errors, because they follow
 * from the data. Use it only inside a savepoint: outside one, nothing proves that the connection still works.
 */
export function faultOf(error: unknown): Fault {
  const index = error instanceof BadRowError ? error.rowIndex : undefined;
  const isData = classifyError(error) === 'data' || CODE_ERRORS.some((kind) => error instanceof kind);
  if (!isData) return { kind: 'other' };
  return { kind: 'data', index, sqlstate: sqlstateOf(error) ?? null, message: messageOf(error) };
}

/**
 * A write batch contains data that cannot be stored as it is. Thrown only after a savepoint was rolled back, which proves
 * that the connection works.
 */
export class WriteBatchRejectedError extends Error {
  override readonly name = 'WriteBatchRejectedError';
  readonly sqlstate: string | null;

  constructor(fault: Extract<Fault, { readonly kind: 'data' }>) {
    super(fault.message);
    this.sqlstate = fault.sqlstate;
  }
}

/** Returns the message of an error without NUL, at most 1,000 characters: it may quote a value that a column cannot store. */
export const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, 1_000).replaceAll('\0', '\uFFFD');
