import { DirectoryInUseError, lockDirectory, UnusableDirectoryError, type DirectoryLock } from '@sluice/runtime';
import { LocalServerError } from './localServerError.js';

/** Locks a data directory for this process. @throws LocalServerError if another process has locked it or it is unusable */
export async function lockDataDirectory(directory: string): Promise<DirectoryLock> {
  try {
    return await lockDirectory(directory);
  } catch (error) {
    if (error instanceof UnusableDirectoryError)
      throw new LocalServerError(`DATA_DIR ${error.message}`, { cause: error });
    if (!(error instanceof DirectoryInUseError)) throw error;
    throw new LocalServerError(`${error.message}. Stop that process, or set DATA_DIR to another directory.`, {
      cause: error,
    });
  }
}
