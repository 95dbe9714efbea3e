import { makeDirectory } from '@sluice/runtime';
import { chmod, open, readdir, readFile, rm, type FileHandle } from 'node:fs/promises';

/** A file open for writing. Every function rejects with the error of the operating system. */
export interface SpoolFile {
  /** Writes all bytes, starting at `position`. */
  readonly write: (bytes: Buffer, position: number) => Promise<void>;
  readonly sync: () => Promise<void>;
  readonly truncate: (length: number) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** File system calls of a spool. Tests inject failures. */
export interface SpoolFileSystem {
  readonly makeDirectory: (directory: string) => Promise<void>;
  /** Makes the creation, renaming and removal of files in the directory durable. */
  readonly syncDirectory: (directory: string) => Promise<void>;
  readonly list: (directory: string) => Promise<string[]>;
  /** `wx` creates a new file, `r+` opens an existing one, `w` creates or empties it. */
  readonly open: (path: string, flags: 'wx' | 'r+' | 'w') => Promise<SpoolFile>;
  readonly readWhole: (path: string) => Promise<Buffer>;
  /** Resolves with at most `length` bytes, starting at `position`. */
  readonly read: (path: string, position: number, length: number) => Promise<Buffer>;
  /** Resolves also if the file does not exist. */
  readonly remove: (path: string) => Promise<void>;
}

/** Spool files contain user data, so only the owner may read them. */
const DIRECTORY_MODE = 0o700;
const FILE_MODE = 0o600;

/** The file system of Node. */
export const nodeFileSystem: SpoolFileSystem = {
  makeDirectory: async (directory) => {
    await makeDirectory(directory, DIRECTORY_MODE);
    // A mounted volume may belong to another user, whose permissions then apply.
    await chmod(directory, DIRECTORY_MODE).catch(() => undefined);
  },
  syncDirectory: async (directory) => {
    const handle = await open(directory, 'r');
    await handle.sync().finally(() => handle.close());
  },
  list: (directory) => readdir(directory),
  open: async (path, flags) => fileOf(await open(path, flags, FILE_MODE)),
  readWhole: (path) => readFile(path),
  read: async (path, position, length) => {
    const handle = await open(path, 'r');
    return readAll(handle, position, length).finally(() => handle.close());
  },
  remove: (path) => rm(path, { force: true }),
};

const fileOf = (handle: FileHandle): SpoolFile => ({
  write: async (bytes, position) => {
    let written = 0;
    while (written < bytes.length) {
      const { bytesWritten } = await handle.write(bytes, written, bytes.length - written, position + written);
      written += bytesWritten;
    }
  },
  sync: () => handle.sync(),
  truncate: (length) => handle.truncate(length),
  close: () => handle.close(),
});

async function readAll(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await handle.read(bytes, filled, length - filled, position + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return bytes.subarray(0, filled);
}
