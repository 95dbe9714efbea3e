import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { link, mkdir, open, readdir, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { CliError, usageError } from '../cliError.js';
import { cannotWrite, codeOf, reasonOf } from './pathError.js';

/** Names of backups in a directory: sorted, they are in the order of their times. */
const NAME = /^sluice-\d{4}-\d\d-\d\dT\d{6}Z\.backup$/;

/** Bytes that are read at once. */
const READ_BYTES = 1_048_576;

/**
 * Returns the file of a new backup: `place`, or a name with the time in it if that is a directory. A name with a slash at the end is
 * that of a directory, which is created if it is missing. @throws CliError if it cannot be created
 */
export async function newBackupFile(place: string, nowMs: number): Promise<string> {
  if (/\/\.?$/.test(place)) await createDirectory(place);
  const time = new Date(nowMs).toISOString().slice(0, 19).replaceAll(':', '');
  return path.resolve((await isDirectory(place)) ? path.join(place, `sluice-${time}Z.backup`) : place);
}

async function createDirectory(place: string): Promise<void> {
  try {
    await mkdir(place, { recursive: true, mode: 0o700 });
  } catch (error) {
    const isFile = ['EEXIST', 'ENOTDIR'].includes(codeOf(error));
    const reason = isFile ? 'it, or a part of its path, is a file' : reasonOf(error);
    throw new CliError('failed', `cannot create the directory ${path.resolve(place)}: ${reason}`);
  }
}

/** Returns the file of a backup: `place`, or the newest one in it if that is a directory. @throws CliError if there is none */
export async function findBackupFile(place: string): Promise<string> {
  const names = await namesIn(place);
  if (names === undefined) return path.resolve(place);
  const newest = names
    .filter((name) => NAME.test(name))
    .sort()
    .at(-1);
  if (newest === undefined) {
    throw usageError(`${place} contains no backup with a name such as sluice-2026-11-29T013350Z.backup: name a file`);
  }
  return path.resolve(place, newest);
}

/** Returns the names in a directory; `undefined` if it is a file. @throws CliError if there is neither */
async function namesIn(place: string): Promise<readonly string[] | undefined> {
  try {
    return (await stat(place)).isDirectory() ? await readdir(place) : undefined;
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) throw usageError(`${place} does not exist`);
    throw new CliError('failed', `cannot read ${place}: ${reasonOf(error)}`);
  }
}

const isDirectory = async (place: string): Promise<boolean> =>
  (await stat(place).catch(() => undefined))?.isDirectory() === true;

/** Yields the bytes of a file. */
export const readBackupFile = (file: string, signal: AbortSignal): AsyncIterable<Buffer> =>
  createReadStream(file, { highWaterMark: READ_BYTES, signal });

/**
 * Calls `write` with a function that appends to a new file, which only its owner can read. The file gets its name when it is complete
 * and on disk: an earlier one stays until then, and nothing stays of one that fails.
 * @throws CliError if the file exists and `force` is not set, or cannot be written
 */
export async function writeBackupFile<T>(
  file: string,
  force: boolean,
  write: (append: (bytes: Buffer) => Promise<void>) => Promise<T>,
): Promise<T> {
  await assertFree(file, force);
  // Another command may write the same file: its draft has another name.
  const draft = `${file}.${randomBytes(6).toString('hex')}.partial`;
  const explain = (error: unknown): never => {
    throw error instanceof CliError ? error : cannotWrite(file, error);
  };
  const handle = await open(draft, 'wx', 0o600).catch(explain);
  try {
    const result = await write((bytes) => handle.writeFile(bytes).catch(explain));
    await finish(handle, draft, file, force).catch(explain);
    return result;
  } catch (error) {
    await handle.close().catch(() => undefined);
    await rm(draft, { force: true });
    throw error;
  }
}

/** Gives a draft that is complete its name, on disk. */
async function finish(handle: FileHandle, draft: string, file: string, force: boolean): Promise<void> {
  await handle.sync();
  await handle.close();
  if (force) {
    await rename(draft, file);
  } else {
    // Unlike a rename, a link never replaces a file that another command has just written.
    await link(draft, file).catch(async (error: unknown) => {
      if (codeOf(error) === 'EEXIST') throw existing(file);
      // There are no links on some file systems.
      await assertFree(file, force);
      await rename(draft, file);
    });
    await rm(draft, { force: true });
  }
  await syncDirectory(path.dirname(file));
}

/** A name is lost in a crash until its directory is on disk. Some file systems cannot say when. */
async function syncDirectory(directory: string): Promise<void> {
  try {
    const handle = await open(directory, 'r');
    await handle.sync().finally(() => handle.close());
  } catch (error) {
    if (!['EACCES', 'EINVAL', 'EISDIR', 'ENOTSUP', 'EPERM'].includes(codeOf(error))) throw error;
  }
}

async function assertFree(file: string, force: boolean): Promise<void> {
  if (force || (await stat(file).catch(() => undefined)) === undefined) return;
  throw existing(file);
}

const existing = (file: string): CliError =>
  new CliError('exists', `${file} exists: name another file, or replace it with --force`);
