import { UploadError } from '@sluice/uploader';
import { CliError, usageError, type CliErrorCode } from '../cliError.js';

const CODES: Readonly<Record<UploadError['code'], CliErrorCode>> = {
  unauthorized: 'unauthorized',
  forbidden: 'forbidden',
  not_found: 'not_found',
  invalid: 'invalid',
  too_large: 'invalid',
  unreadable: 'failed',
  unreachable: 'unreachable',
  timeout: 'unreachable',
  stopped: 'failed',
  usage: 'usage',
  failed: 'failed',
};

/** Converts an error of the uploader to a {@link CliError} and throws it; other errors are rethrown. For use in `catch`. */
export function throwUploadFailure(error: unknown): never {
  if (!(error instanceof UploadError)) throw error;
  if (error.code === 'usage') throw usageError(error.message);
  throw new CliError(CODES[error.code], error.message, error.code === 'invalid' ? 2 : 1);
}
