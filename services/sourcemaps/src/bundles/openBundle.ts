import { messageOf } from '@sluice/runtime';
import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { BundleError, isOfDisk } from './bundleError.js';

/** An open artifact bundle. Names of its entries are text only, never paths of this machine. */
export interface Bundle {
  /** Returns the inflated size of an entry; `undefined` if there is none. */
  readonly sizeOf: (name: string) => number | undefined;
  /** Returns an entry's bytes, which fail if they are not as many as {@link sizeOf} says. @throws BundleError */
  readonly read: (name: string) => Promise<Readable>;
  readonly close: () => void;
}

/** Limit of files in a bundle. The entry of one takes about a kilobyte of memory while the bundle is read. */
export const MAX_FILES = 20_000;

/** Limit of names, extra fields and comments of all entries in bytes: each may have 65,535 of each kind. */
const MAX_DIRECTORY_BYTES = 4 * 1_048_576;

/** What a bundle begins with; four bytes of version and a ZIP follow. */
const MAGIC = 'SYSB';

/** Bytes of a local header without its name. */
const LOCAL_HEADER_BYTES = 30;

/** Opens a bundle and reads its directory. @throws BundleError */
export async function openBundle(file: string): Promise<Bundle> {
  await assertMagic(file);
  const zip = await yauzl.openPromise(file, { autoClose: false }).catch(asBundleError);
  // Failures reach the caller with the entry that is read; an event that no listener hears would end the process.
  zip.on('error', () => undefined);
  try {
    const entries = await readDirectory(zip);
    return {
      sizeOf: (name) => entries.get(name)?.uncompressedSize,
      read: async (name) => {
        const entry = entries.get(name);
        if (entry === undefined) throw new BundleError(`The bundle has no file "${name}", which its manifest names.`);
        if (entry.isEncrypted()) throw new BundleError(`The file "${name}" of the bundle is encrypted.`);
        if (!entry.canDecodeFileData()) {
          throw new BundleError(`The file "${name}" of the bundle has an unsupported compression; use deflate.`);
        }
        return zip.openReadStreamPromise(entry).catch(asBundleError);
      },
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

async function assertMagic(file: string): Promise<void> {
  const handle = await open(file);
  try {
    const { buffer } = await handle.read(Buffer.alloc(MAGIC.length), 0, MAGIC.length, 0);
    if (buffer.toString('latin1') !== MAGIC)
      throw new BundleError('The upload is not an artifact bundle of sentry-cli.');
  } finally {
    await handle.close();
  }
}

async function readDirectory(zip: ZipFile): Promise<ReadonlyMap<string, Entry>> {
  if (zip.entryCount > MAX_FILES)
    throw new BundleError(`The bundle has more than ${MAX_FILES} files; upload fewer at once.`);
  const entries = new Map<string, Entry>();
  let bytes = 0;
  try {
    for await (const entry of zip.eachEntry()) {
      bytes += entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength;
      if (bytes > MAX_DIRECTORY_BYTES) throw DIRECTORY_TOO_LARGE;
      // No reader needs them, and an empty field of four bytes is an object of a hundred.
      entry.extraFields = [];
      entries.set(entry.fileName, entry);
    }
  } catch (error) {
    asBundleError(error);
  }
  if (entries.size < zip.entryCount) throw new BundleError('The bundle has two files with the same name.');
  assertDisjoint([...entries.values()]);
  return entries;
}

const DIRECTORY_TOO_LARGE = new BundleError(
  `The directory of the bundle exceeds the limit of ${MAX_DIRECTORY_BYTES} bytes; upload fewer files at once.`,
);

/** Entries that share bytes would inflate to far more than their bundle. @throws BundleError */
function assertDisjoint(entries: readonly Entry[]): void {
  const inOrder = [...entries].sort((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader);
  let end = 0;
  for (const { relativeOffsetOfLocalHeader: start, fileNameLength, compressedSize } of inOrder) {
    if (start < end) throw new BundleError('The files of the bundle overlap.');
    end = start + LOCAL_HEADER_BYTES + fileNameLength + compressedSize;
  }
}

function asBundleError(error: unknown): never {
  if (error instanceof BundleError || isOfDisk(error)) throw error;
  throw new BundleError(`The ZIP of the bundle is damaged: ${messageOf(error)}.`, { cause: error });
}
