import {
  findSourceMap,
  reserveBlobs,
  storeSourceMap,
  touchUpload,
  type BlobKey,
  type StoredSourceMap,
} from '@sluice/sourcemaps/statements';
import type { ApiProject } from '@sluice/management';
import { announceSourceMapChange, INDEX_FORMAT } from '@sluice/sourcemaps';
import { randomUUID } from 'node:crypto';
import type { ReceivedMap } from '../http/receiveMap.js';
import type { ScratchFiles } from '../scratch.js';
import { needsUpload } from '../sourcemaps/needsUpload.js';
import type { ServiceContext } from '../serviceContext.js';
import { compileMap } from './compileMap.js';
import { putBlobs } from './putBlobs.js';

/** Result of an upload. */
export interface StoredUpload {
  readonly map: StoredSourceMap;
  readonly outcome: 'new' | 'replaced' | 'unchanged';
}

/**
 * Stores an upload (protocol 3.3). An upload that is already stored and intact is recognized by its digest, and only times are
 * written. Any other is compiled and stored under new ids, and then the row is switched to them, so readers see either the old or
 * the new map. Its debug id is the one that was sent, otherwise that of the map. After a crash in between, the blobs are on the
 * garbage list and maintenance deletes them.
 */
export async function storeUpload(
  context: ServiceContext,
  { id: projectId, organizationId }: Pick<ApiProject, 'id' | 'organizationId'>,
  received: ReceivedMap,
  files: ScratchFiles,
): Promise<StoredUpload> {
  const { uploadDb } = context;
  const { release, filename, debugId, size, digest } = received;
  const known = await findSourceMap(uploadDb, projectId, { release, filename, debugId });
  if (known?.digest === digest && !needsUpload(known) && (debugId ?? known.debugId) === known.debugId) {
    await touchUpload(uploadDb, projectId, known);
    return { map: known, outcome: 'unchanged' };
  }
  const { map: mapPath, index: indexPath, original: compressedPath } = files;
  const compiled = await compileMap(context, { mapPath, indexPath, compressedPath, tenant: organizationId });
  const [index, original] = [randomUUID(), randomUUID()].map((blobId) => ({ projectId, blobId })) as [BlobKey, BlobKey];
  // Before their first byte, so that maintenance knows them until a row references them.
  await reserveBlobs(uploadDb, [index, original]);
  await putBlobs(context, [index, indexPath], [original, compressedPath]);
  const { indexBytes, head, segments, sources, hasContents, problems } = compiled;
  const { map, isNew } = await storeSourceMap(uploadDb, {
    projectId,
    release,
    filename,
    debugId: debugId ?? compiled.debugId ?? null,
    size,
    digest,
    indexId: index.blobId,
    originalId: original.blobId,
    format: INDEX_FORMAT,
    indexBytes,
    head,
    segments,
    sources,
    hasContents,
    problems,
  });
  announceSourceMapChange(projectId);
  return { map, outcome: isNew ? 'new' : 'replaced' };
}
