import { open, readFile, rename, stat, type FileHandle } from 'node:fs/promises';

const MAX_LOG_BYTES = 10 * 1024 * 1024;

/** Opens a server's log for appending. A log above 10 MB is renamed to `<file>.1` first, replacing an earlier one. */
export async function openLog(file: string): Promise<FileHandle> {
  const size = (await stat(file).catch(() => undefined))?.size ?? 0;
  if (size > MAX_LOG_BYTES) await rename(file, `${file}.1`);
  return open(file, 'a', 0o600);
}

/** Returns the text of a log from `offset` bytes on. */
export async function readLogFrom(file: string, offset: number): Promise<string> {
  const content = await readFile(file).catch(() => Buffer.alloc(0));
  return content.subarray(offset).toString('utf8');
}
