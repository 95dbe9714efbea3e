import { open, rm } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Queryable } from '@sluice/db';
import type { BlobKey } from '../garbage.js';

/**
 * Writes a whole blob to a file, one part in memory at a time. Returns false, without creating a file, if the blob is
 * missing or incomplete.
 */
export async function downloadBlob(db: Queryable, key: BlobKey, path: string): Promise<boolean> {
  const parts = await countParts(db, key);
  if (parts === 0) return false;
  let isWhole = false;
  const file = await open(path, 'w');
  try {
    for (let part = 0; part < parts; part += 1) {
      const body = await readPart(db, key, part);
      if (body === undefined) return false;
      await file.appendFile(body);
    }
    isWhole = true;
    return true;
  } finally {
    await file.close();
    if (!isWhole) await rm(path, { force: true });
  }
}

async function countParts(db: Queryable, { projectId, blobId }: BlobKey): Promise<number> {
  const { rows } = await sql<{ parts: string }>`
    select count(*) as parts from sourcemap_blobs where project_id = ${projectId} and blob_id = ${blobId}`.execute(
    db.kysely,
  );
  return Number(rows[0]?.parts ?? 0);
}

async function readPart(db: Queryable, { projectId, blobId }: BlobKey, part: number): Promise<Buffer | undefined> {
  const row = await db.kysely
    .selectFrom('sourcemap_blobs')
    .select('body')
    .where('project_id', '=', projectId)
    .where('blob_id', '=', blobId)
    .where('part', '=', part)
    .executeTakeFirst();
  return row?.body;
}
