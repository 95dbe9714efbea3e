import type { BlobKey } from '../sql/garbage.js';
import type { ByteRange } from '../codec/read/sourceMapIndex.js';

export type { BlobKey } from '../sql/garbage.js';

/**
 * Stores the bytes of source maps. A blob is written once under a unique id and never changes; readers see all of it
 * or nothing. Keys are made by the service, never by a client.
 */
export interface BlobStore {
  /** Stores a file atomically. An existing blob is left unchanged. */
  readonly put: (key: BlobKey, path: string) => Promise<void>;
  /**
   * Reads ranges, in their order and at once. Bytes beyond the end of the blob are omitted, so a buffer may be
   * shorter than its range. `undefined`: the blob does not exist.
   */
  readonly readRanges: (key: BlobKey, ranges: readonly ByteRange[]) => Promise<readonly Buffer[] | undefined>;
  /** Writes the whole blob to a file. Returns false, without creating a file, if the blob does not exist. */
  readonly download: (key: BlobKey, path: string) => Promise<boolean>;
  /** Deletes a blob; does nothing if it does not exist. */
  readonly delete: (key: BlobKey) => Promise<void>;
  /** Releases what the store opened; the database passed to it stays open. */
  readonly close: () => Promise<void>;
  /** Returns a sentence about a problem of the store; `undefined` if it works. */
  readonly check: () => Promise<string | undefined>;
}

const PROJECT = /^\d{1,19}$/;
const BLOB = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Returns the key, which may become part of a path or URL. @throws Error if it does not consist of digits and a UUID
 */
export function checkedKey(key: BlobKey): BlobKey {
  if (PROJECT.test(key.projectId) && BLOB.test(key.blobId)) return key;
  throw new Error('the key of a blob is a project’s id and a UUID');
}
