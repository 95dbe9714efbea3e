import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';

/** A directory that cannot be created or written to. The message is one line with the reason and the remedy. */
export class UnusableDirectoryError extends Error {
  override readonly name = 'UnusableDirectory';

  constructor(directory: string, cause: unknown) {
    const { code = '', message } = cause as NodeJS.ErrnoException;
    super(`${directory} cannot be used: ${REASONS[code] ?? message}. Choose another directory or fix this one.`, {
      cause,
    });
  }
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'the file system is read-only',
  ENOTDIR: 'a part of the path is a file',
  EEXIST: 'a part of the path is a file',
  ENOENT: 'the file system takes no new directories',
  ENOSPC: 'the disk is full',
};

/**
 * Creates a directory and its missing parents, one at a time: Node's recursive `mkdir` never returns if the file system
 * reports an existing parent as missing, as /proc does.
 * @param mode of each created directory @throws UnusableDirectoryError
 */
export async function makeDirectory(directory: string, mode = 0o777): Promise<void> {
  try {
    await makeMissing(path.resolve(directory), mode, true);
  } catch (error) {
    throw new UnusableDirectoryError(directory, error);
  }
}

async function makeMissing(directory: string, mode: number, mayMakeParent: boolean): Promise<void> {
  try {
    await mkdir(directory, { mode });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && (await isDirectory(directory))) return;
    if (code !== 'ENOENT' || !mayMakeParent) throw error;
    await makeMissing(path.dirname(directory), mode, path.dirname(directory) !== directory);
    await makeMissing(directory, mode, false);
  }
}

const isDirectory = async (place: string): Promise<boolean> => (await stat(place)).isDirectory();
