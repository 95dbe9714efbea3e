/** What a script may tell failures apart by. */
export type CliErrorCode =
  | 'usage'
  | 'not_found'
  | 'exists'
  | 'invalid'
  | 'changed'
  | 'not_running'
  | 'unreachable'
  | 'not_migrated'
  | 'unauthorized'
  | 'forbidden'
  | 'failed';

/** A failure that is reported in one line; `exitCode` 2 is the caller's wrong usage, 1 anything else. */
export class CliError extends Error {
  override readonly name = 'CliError';
  constructor(
    readonly code: CliErrorCode,
    message: string,
    readonly exitCode: 1 | 2 = 1,
    /** What an id may have meant, listed below the line. */
    readonly ids: readonly string[] = [],
  ) {
    super(message);
  }
}

/** The caller wrote something that cannot be meant. */
export const usageError = (message: string): CliError => new CliError('usage', message, 2);
