import { classifyError, RefusalError, sqlstateOf, TenancyError } from '@sluice/db';
import { SendError } from '@sluice/demo';
import { messageOf } from '@sluice/runtime';
import { CliError } from './cliError.js';

/** SQLSTATEs of a missing table or column: the database schema is older than the code. */
const NOT_MIGRATED = ['42P01', '42703', '42883'];

/** Converts any failure to a {@link CliError} with a remedy. @param databaseUrl URL of the database */
export function explainError(error: unknown, databaseUrl: string | undefined): CliError {
  if (error instanceof CliError) return error;
  if (error instanceof TenancyError) {
    return new CliError(error.code, error.message, error.code === 'invalid' ? 2 : 1);
  }
  const message = messageOf(error);
  if (error instanceof SendError) return new CliError(error.code, message);
  if (error instanceof RefusalError) return new CliError('failed', message);
  if (NOT_MIGRATED.includes(sqlstateOf(error) ?? '')) {
    return new CliError('not_migrated', `The database lacks tables of this version (${message}). Run: sluice migrate`);
  }
  if (databaseUrl !== undefined && classifyError(error) === 'outage') {
    const { host, pathname } = new URL(databaseUrl);
    const where = `the database ${pathname.slice(1)} at ${host || 'this machine'}`;
    return new CliError(
      'unreachable',
      `Cannot use ${where}: ${message}. Is Sluice running (npm start)? If so, check DATABASE_URL.`,
    );
  }
  return new CliError('failed', message);
}
