import { open, type FileHandle } from 'node:fs/promises';
import { sql } from 'kysely';
import { type Database, inTransaction, type Tx, sendCopy } from '@sluice/db';
import type { BlobKey } from '../garbage.js';
import { PART_BYTES } from './parts.js';

/**
 * Stores a file as a blob, part by part in one transaction, so readers see all of it or nothing. An existing blob is
 * left unchanged. Holds a few parts in memory.
 *
 * All parts but the first are read into one buffer and sent by COPY. As parameters, the driver would copy each of them several times, and
 * so much memory outside the heap makes V8 collect the garbage of the whole process twice for each upload.
 */
export async function writeBlob(db: Database, key: BlobKey, path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await inTransaction(db, async (tx) => {
      const buffer = Buffer.allocUnsafe(PART_BYTES);
      for (let part = 0; ; part += 1) {
        const body = await readFully(file, part * PART_BYTES, buffer);
        if (part === 0) {
          if (!(await insertFirstPart(tx, key, body))) return;
        } else if (body.length > 0) await copyPart(tx, key, part, body);
        if (body.length < PART_BYTES) return;
      }
    });
  } finally {
    await file.close();
  }
}

/** Fills `buffer` from a file, unless it ends before. @returns the part of `buffer` that was read */
async function readFully(file: FileHandle, position: number, buffer: Buffer): Promise<Buffer> {
  let length = 0;
  while (length < buffer.length) {
    const { bytesRead } = await file.read(buffer, length, buffer.length - length, position + length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return buffer.subarray(0, length);
}

/** Returns false if the blob exists. Waits for a concurrent writer of the same blob. */
async function insertFirstPart(tx: Tx, key: BlobKey, body: Buffer): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into sourcemap_blobs (project_id, blob_id, part, body)
    values (${key.projectId}, ${key.blobId}, 0, ${body})
    on conflict do nothing`.execute(tx.kysely);
  return numAffectedRows === 1n;
}

const COPY_PART = 'copy sourcemap_blobs (project_id, blob_id, part, body) from stdin (format binary)';
/** The signature, flags and length of the extension, as PostgreSQL documents them. */
const COPY_HEADER = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
const COPY_END = Buffer.from([0xff, 0xff]);

/** Writes one row. Does not use `body` after it has resolved. */
async function copyPart({ client }: Tx, { projectId, blobId }: BlobKey, part: number, body: Buffer): Promise<void> {
  const fields = Buffer.alloc(46);
  fields.writeInt16BE(4, 0);
  fields.writeInt32BE(8, 2);
  fields.writeBigInt64BE(BigInt(projectId), 6);
  fields.writeInt32BE(16, 14);
  fields.write(blobId.replaceAll('-', ''), 18, 'hex');
  fields.writeInt32BE(4, 34);
  fields.writeInt32BE(part, 38);
  fields.writeInt32BE(body.length, 42);
  await sendCopy(client, COPY_PART, COPY_HEADER, fields, body, COPY_END);
}
