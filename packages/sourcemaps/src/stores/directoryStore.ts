import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { access, constants, copyFile, link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ByteRange } from '../codec/read/sourceMapIndex.js';
import { checkedKey, type BlobStore } from './blobStore.js';
import type { BlobKey } from '../sql/garbage.js';

/**
 * Stores blobs as files below a directory that all processes must share: `<root>/<project>/<first two
 * digits>/<blob>`. A file is written under a temporary name, flushed to disk, and then published under its name
 * atomically. @param linkFile creates a hard link; fails with `EPERM` or similar if the file system has none
 */
export function createDirectoryStore(root: string, linkFile: LinkFile = link): BlobStore {
  const fileOf = (key: BlobKey): string => {
    const { projectId, blobId } = checkedKey(key);
    return join(root, projectId, blobId.slice(0, 2), blobId);
  };
  // If the root is missing as well, the state of a blob is unknown.
  const unlessGone = <T, U>(gone: U, work: () => Promise<T>): Promise<T | U> =>
    whereThere(() => access(root).then(() => gone), work);
  return {
    put: async (key, path) => {
      const file = fileOf(key);
      await writeFile(root, file, path, (draft) => publish(draft, file, linkFile));
    },
    readRanges: (key, ranges) => unlessGone(undefined, () => readFileRanges(fileOf(key), ranges)),
    download: async (key, path) => {
      const file = await unlessGone(undefined, () => open(fileOf(key), 'r'));
      if (file !== undefined) await pipeline(file.createReadStream(), createWriteStream(path));
      return file !== undefined;
    },
    delete: (key) => unlessGone(undefined, () => deleteFile(fileOf(key))),
    close: () => Promise.resolve(),
    check: () => checkDirectory(root),
  };
}

type LinkFile = (existing: string, added: string) => Promise<void>;

/** Copies a file to a draft next to `file`; `publish` then gives it its name. */
async function writeFile(
  root: string,
  file: string,
  source: string,
  publishDraft: (draft: string) => Promise<void>,
): Promise<void> {
  const directory = dirname(file);
  const draft = `${file}.${randomUUID()}`;
  // Not the root itself: if a volume is not mounted, files must not be written below it.
  for (const parent of [dirname(directory), directory]) await makeDirectory(parent);
  try {
    await copyFile(source, draft, constants.COPYFILE_EXCL);
    await sync(draft, 'r+');
    await publishDraft(draft);
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

/** Error codes of file systems without hard links. */
const NO_LINKS: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);

/** Publishes a file unless its name exists: unlike a rename, a link never replaces. */
async function publish(draft: string, file: string, linkFile: LinkFile): Promise<void> {
  try {
    await linkFile(draft, file);
  } catch (error) {
    const code = codeOf(error);
    if (code === 'EEXIST') return;
    if (code === undefined || !NO_LINKS.has(code)) throw error;
    await whereThere(
      () => rename(draft, file),
      () => access(file),
    );
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

/** Including drafts that a process left when it died. */
async function deleteFile(file: string): Promise<void> {
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
    return `the directory of source maps, ${root}, cannot be used: ${codeOf(error) ?? String(error)}`;
  }
}

/** Resolves to the result of `work`, or to that of `otherwise` if a file or directory is missing. */
async function whereThere<T, U>(otherwise: () => Promise<U>, work: () => Promise<T>): Promise<T | U> {
  try {
    return await work();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return otherwise();
    throw error;
  }
}

const codeOf = (error: unknown): string | undefined => {
  const { code } = (error ?? {}) as { readonly code?: unknown };
  return typeof code === 'string' ? code : undefined;
};
