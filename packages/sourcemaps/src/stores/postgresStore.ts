import { databaseProblem, type Database } from '@sluice/db';
import { deleteBlob } from '../sql/blobs/deleteBlob.js';
import { downloadBlob } from '../sql/blobs/downloadBlob.js';
import { readBlobRanges } from '../sql/blobs/readBlobRanges.js';
import { writeBlob } from '../sql/blobs/writeBlob.js';
import type { BlobStore } from './blobStore.js';

/**
 * Stores blobs in PostgreSQL, in parts of 1 MiB: nothing else to run or back up. All ranges of a read are one query.
 */
export function createPostgresStore(db: Database): BlobStore {
  return {
    put: (key, path) => writeBlob(db, key, path),
    readRanges: (key, ranges) => readBlobRanges(db, key, ranges),
    download: (key, path) => downloadBlob(db, key, path),
    delete: (key) => deleteBlob(db, key),
    close: () => Promise.resolve(),
    check: () => databaseProblem(db),
  };
}
