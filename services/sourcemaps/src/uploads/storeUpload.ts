import {
  findSourceMap,
  reserveBlobs,
  storeSourceMap,
  touchUpload,
  type BlobKey,
  type StoredSourceMap,
} from '@sluice/db';
import type { ApiProject } from '@sluice/management';
import { announceSourceMapChange, INDEX_FORMAT } from '@sluice/sourcemaps';
import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { ReceivedMap } from '../http/receiveMap.js';
import type { ScratchFiles } from '../scratch.js';
import { needsUpload } from '../sourcemaps/needsUpload.js';
import type { Workshop } from '../workshop.js';
import { compileMap } from './compileMap.js';
import { putBlobs } from './putBlobs.js';

/** What became of an upload. */
export interface StoredUpload {
  readonly map: StoredSourceMap;
  readonly outcome: 'new' | 'replaced' | 'unchanged';
}

/**
 * Stores an upload (protocol 3.3). What is stored already, and well, is recognised by its digest, and nothing but the release's
 * times is written. Anything else is compiled and put into the store under new ids, and then the row moves to them: readers find
 * wholly the old map or wholly the new one. A crash in between leaves blobs on the garbage list, which upkeep deletes.
 */
export async function storeUpload(
  workshop: Workshop,
  { id: projectId, organizationId }: Pick<ApiProject, 'id' | 'organizationId'>,
  received: ReceivedMap,
  files: ScratchFiles,
): Promise<StoredUpload> {
  const { uploadDb } = workshop;
  const { release, filename, size, digest } = received;
  const known = await findSourceMap(uploadDb, projectId, { release, filename });
  if (known?.digest === digest && !needsUpload(known)) {
    await touchUpload(uploadDb, projectId, release);
    return { map: known, outcome: 'unchanged' };
  }
  const compiled = await compileMap(workshop, { files, tenant: organizationId });
  await pipeline(createReadStream(files.map), createGzip(), createWriteStream(files.original, { mode: 0o600 }));
  const [index, original] = [randomUUID(), randomUUID()].map((blobId) => ({ projectId, blobId })) as [BlobKey, BlobKey];
  // Before their first byte: whatever happens from here on, upkeep knows of them until a row names them.
  await reserveBlobs(uploadDb, [index, original]);
  await putBlobs(workshop, [index, files.index], [original, files.original]);
  const { indexBytes, head, segments, sources, hasContents, problems } = compiled;
  const { map, isNew } = await storeSourceMap(uploadDb, {
    ...{ projectId, release, filename, size, digest },
    ...{ indexId: index.blobId, originalId: original.blobId, format: INDEX_FORMAT },
    ...{ indexBytes, head, segments, sources, hasContents, problems },
  });
  announceSourceMapChange(projectId);
  return { map, outcome: isNew ? 'new' : 'replaced' };
}
