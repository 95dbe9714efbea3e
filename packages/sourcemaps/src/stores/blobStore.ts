import type { BlobKey } from '@sluice/db';
import type { ByteRange } from '../codec/read/sourceMapIndex.js';

export type { BlobKey } from '@sluice/db';

/**
 * Stores the bytes of source maps. A blob is written once under a unique id and never changes: whoever
 * finds it finds all of it. Keys are made by the service, never by a client.
 */
export interface BlobStore {
  /** Stores a file; whole or not at all, as far as readers see. A blob that is there already is left as it is. */
  readonly put: (key: BlobKey, path: string) => Promise<void>;
  /**
   * Reads ranges, in their order and at once. Bytes beyond the end of the blob are omitted, so a buffer may be shorter than its range.
   * `undefined`: there is no such blob.
   */
  readonly readRanges: (key: BlobKey, ranges: readonly ByteRange[]) => Promise<readonly Buffer[] | undefined>;
  /** Writes the whole blob to a file. False, and no file, where there is no such blob. */
  readonly download: (key: BlobKey, path: string) => Promise<boolean>;
  /** Deletes a blob; no error where it is gone. */
  readonly delete: (key: BlobKey) => Promise<void>;
  /** Lets go of what the store opened; the database it was given stays open. */
  readonly close: () => Promise<void>;
  /** A sentence about what keeps the store from working; `undefined` where it is well. */
  readonly check: () => Promise<string | undefined>;
}

const PROJECT = /^\d{1,19}$/;
const BLOB = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The key, which may become part of a path or an address: throws where it is not of digits and a UUID. */
export function checkedKey(key: BlobKey): BlobKey {
  if (PROJECT.test(key.projectId) && BLOB.test(key.blobId)) return key;
  throw new Error('the key of a blob is a project’s id and a UUID');
}
