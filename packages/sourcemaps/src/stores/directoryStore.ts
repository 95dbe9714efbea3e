import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { access, constants, copyFile, link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ByteRange } from '../codec/read/sourceMapIndex.js';
import { checkedKey, type BlobKey, type BlobStore } from './blobStore.js';

/**
 * Blobs as files below a directory, which every process must see: `<root>/<project>/<first two digits>/<blob>`. A file is written
 * under a name of its own, brought to disk, and given its name at once.
 */
export function createDirectoryStore(root: string): BlobStore {
  const fileOf = (key: BlobKey): string => {
    const { projectId, blobId } = checkedKey(key);
    return join(root, projectId, blobId.slice(0, 2), blobId);
  };
  return {
    put: (key, path) => putFile(root, fileOf(key), path),
    readRanges: (key, ranges) => whereThere(undefined, () => readFileRanges(fileOf(key), ranges)),
    download: (key, path) => copyOut(fileOf(key), path),
    delete: (key) => whereThere(undefined, () => deleteFile(fileOf(key))),
    close: () => Promise.resolve(),
    check: () => checkDirectory(root),
  };
}

async function putFile(root: string, file: string, source: string): Promise<void> {
  const directory = dirname(file);
  const draft = `${file}.${randomUUID()}`;
  // Not the root itself: where a volume is not mounted, files must not go beneath it.
  for (const parent of [dirname(directory), directory]) await makeDirectory(parent);
  try {
    await copyFile(source, draft, constants.COPYFILE_EXCL);
    await sync(draft, 'r+');
    await publish(draft, file);
  } finally {
    await rm(draft, { force: true });
  }
  for (const parent of [directory, dirname(directory), root]) await sync(parent, 'r');
}

async function makeDirectory(path: string): Promise<void> {
  await mkdir(path).catch((error: unknown) => {
    if (codeOf(error) !== 'EEXIST') throw error;
  });
}

/** What a file system says that has no second names for a file. */
const NO_LINKS: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);

/** Gives a file its name unless there is one: a link, unlike a renaming, never replaces. */
async function publish(draft: string, file: string): Promise<void> {
  try {
    await link(draft, file);
  } catch (error) {
    const code = codeOf(error);
    if (code === 'EEXIST') return;
    if (code === undefined || !NO_LINKS.has(code)) throw error;
    if (!(await whereThere(false, () => access(file).then(() => true)))) await rename(draft, file);
  }
}

async function sync(path: string, flags: string): Promise<void> {
  const handle = await open(path, flags);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function copyOut(file: string, path: string): Promise<boolean> {
  const handle = await whereThere(undefined, () => open(file, 'r'));
  if (handle === undefined) return false;
  await pipeline(handle.createReadStream(), createWriteStream(path));
  return true;
}

async function readFileRanges(file: string, ranges: readonly ByteRange[]): Promise<readonly Buffer[]> {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    return await Promise.all(
      ranges.map(({ offset, length }) => readAt(handle, offset, Math.max(0, Math.min(length, size - offset)))),
    );
  } finally {
    await handle.close();
  }
}

async function readAt(handle: FileHandle, offset: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length);
  let read = 0;
  while (read < length) {
    const { bytesRead } = await handle.read(bytes, read, length - read, offset + read);
    if (bytesRead === 0) break;
    read += bytesRead;
  }
  return bytes.subarray(0, read);
}

/** With drafts of it that a process which died has left. */
async function deleteFile(file: string): Promise<undefined> {
  const [directory, name] = [dirname(file), basename(file)];
  const there = (await readdir(directory)).filter((each) => each === name || each.startsWith(`${name}.`));
  await Promise.all(there.map((each) => rm(join(directory, each), { force: true })));
}

async function checkDirectory(root: string): Promise<string | undefined> {
  try {
    if (!(await stat(root)).isDirectory()) return `the directory of source maps, ${root}, is a file`;
    await access(root, constants.R_OK | constants.W_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    return `the directory of source maps, ${root}, cannot be used: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** What `work` resolves with; `otherwise` where a file or directory is not there. */
async function whereThere<T>(otherwise: T, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return otherwise;
    throw error;
  }
}

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
