import { DirectoryInUseError, lockDirectory, UnusableDirectoryError, type DirectoryLock } from '@sluice/runtime';
import { LocalServerError } from './localServerError.js';

/** Takes a data directory for this process. Where another process has it, or it cannot be used, a {@link LocalServerError} says what to do. */
export async function lockDataDirectory(directory: string): Promise<DirectoryLock> {
  try {
    return await lockDirectory(directory);
  } catch (error) {
    if (error instanceof UnusableDirectoryError)
      throw new LocalServerError(`DATA_DIR ${error.message}`, { cause: error });
    if (!(error instanceof DirectoryInUseError)) throw error;
    throw new LocalServerError(`${error.message}. Stop that one first, or choose another directory with DATA_DIR=….`, {
      cause: error,
    });
  }
}
