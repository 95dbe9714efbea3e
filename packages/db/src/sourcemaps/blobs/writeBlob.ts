import { open } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Database } from '../../connection/createDatabase.js';
import { inTransaction, type Tx } from '../../connection/inTransaction.js';
import type { BlobKey } from '../garbage.js';
import { PART_BYTES } from './parts.js';

/**
 * Stores a file as a blob, part by part in one transaction, so readers see all of it or nothing. An existing blob is
 * left unchanged. Holds a few parts in memory.
 */
export async function writeBlob(db: Database, key: BlobKey, path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await inTransaction(db, async (tx) => {
      for (let part = 0; ; part += 1) {
        const body = await readFully(file, part * PART_BYTES);
        const isFirst = part === 0;
        if (body.length === 0 && !isFirst) return;
        if (!(await insertPart(tx, key, part, body))) {
          if (isFirst) return;
          throw new Error(`part ${part} of blob ${key.blobId} is there and its first is not`);
        }
        if (body.length < PART_BYTES) return;
      }
    });
  } finally {
    await file.close();
  }
}

/** Up to one part of a file; shorter only at its end. */
async function readFully(file: Awaited<ReturnType<typeof open>>, position: number): Promise<Buffer> {
  const body = Buffer.allocUnsafe(PART_BYTES);
  let length = 0;
  while (length < PART_BYTES) {
    const { bytesRead } = await file.read(body, length, PART_BYTES - length, position + length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return body.subarray(0, length);
}

/** Returns false if it exists. Waits for a concurrent writer of the same blob. */
async function insertPart(tx: Tx, key: BlobKey, part: number, body: Buffer): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into sourcemap_blobs (project_id, blob_id, part, body)
    values (${key.projectId}, ${key.blobId}, ${part}, ${body})
    on conflict do nothing`.execute(tx.kysely);
  return numAffectedRows === 1n;
}
