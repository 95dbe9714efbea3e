import { sql } from 'kysely';
import { type Queryable, unnest } from '@sluice/db';
import type { BlobKey } from '../garbage.js';
import { PART_BYTES } from './parts.js';

/** Bytes of a blob: whole numbers, not negative. */
export interface BlobRange {
  readonly offset: number;
  readonly length: number;
}

/** Asks for no byte, and so finds the first part of any blob that is there. */
const IS_THERE: BlobRange = { offset: 0, length: 0 };

/**
 * Reads ranges of a blob in one query, in their order; bytes beyond its end are omitted, so a buffer may be shorter than its
 * range. `undefined`: there is no such blob.
 */
export async function readBlobRanges(
  db: Queryable,
  { projectId, blobId }: BlobKey,
  ranges: readonly BlobRange[],
): Promise<readonly Buffer[] | undefined> {
  const asked = [...ranges, IS_THERE];
  const { rows } = await sql<{ n: number; bytes: Buffer }>`
    select r.n, substring(b.body
      from (greatest(r.start - b.part * ${PART_BYTES}::int8, 0) + 1)::int
      for (least(r.stop - b.part * ${PART_BYTES}::int8, ${PART_BYTES})
        - greatest(r.start - b.part * ${PART_BYTES}::int8, 0))::int) as bytes
    from ${unnest('r', {
      n: ['int4', asked.map((_, index) => index)],
      start: ['int8', asked.map(({ offset }) => offset)],
      stop: ['int8', asked.map(({ offset, length }) => offset + length)],
      first: ['int4', asked.map(({ offset }) => partOf(offset))],
      last: ['int4', asked.map(({ offset, length }) => partOf(offset + Math.max(length - 1, 0)))],
    })} join sourcemap_blobs b
      on b.project_id = ${projectId} and b.blob_id = ${blobId} and b.part between r.first and r.last
    order by r.n, b.part`.execute(db.kysely);
  if (rows.length === 0) return undefined;
  const pieces = ranges.map((): Buffer[] => []);
  for (const { n, bytes } of rows) pieces[n]?.push(bytes);
  return pieces.map((found) => (found.length === 1 && found[0] !== undefined ? found[0] : Buffer.concat(found)));
}

const partOf = (offset: number): number => Math.floor(offset / PART_BYTES);
