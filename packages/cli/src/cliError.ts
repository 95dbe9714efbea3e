import type { TenancyErrorCode } from '@sluice/db';

/** Stable codes by which scripts distinguish failures. */
export type CliErrorCode =
  TenancyErrorCode | 'usage' | 'not_running' | 'unreachable' | 'not_migrated' | 'unauthorized' | 'failed';

/** A failure that is reported in one line. `exitCode` is 2 for wrong usage and 1 for everything else. */
export class CliError extends Error {
  override readonly name = 'CliError';
  constructor(
    readonly code: CliErrorCode,
    message: string,
    readonly exitCode: 1 | 2 = 1,
    /** Candidates for an ambiguous id, listed below the message. */
    readonly ids: readonly string[] = [],
  ) {
    super(message);
  }
}

/** Returns the error for wrong usage. */
export const usageError = (message: string): CliError => new CliError('usage', message, 2);
