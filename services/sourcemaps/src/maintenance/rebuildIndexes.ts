import { readFailure } from '@sluice/db';
import {
  replaceIndex,
  reserveBlobs,
  claimRecompilations,
  revertTry,
  type Recompilation,
} from '@sluice/sourcemaps/statements';
import { ApiError } from '@sluice/management';
import { INDEX_FORMAT } from '@sluice/sourcemaps';
import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { compileMap } from '../uploads/compileMap.js';
import { putBlobs } from '../uploads/putBlobs.js';
import type { ServiceContext } from '../serviceContext.js';

/** Maps per query. A stop cancels the compilation in progress and waits only for a blob that is being written. */
const AT_ONCE = 10;

/**
 * Rebuilds indexes that are damaged or of an earlier format from the stored uploads. A failure is logged as an error
 * and retried, three times in all; its frames stay unresolved, or use the old index, until the map is uploaded again.
 * Attempts that end by an outage or a stop do not count.
 */
export async function rebuildIndexes(context: ServiceContext, signal: AbortSignal): Promise<void> {
  for (;;) {
    const due = await claimRecompilations(context.uploadDb, INDEX_FORMAT, AT_ONCE);
    for (const map of due) {
      if (signal.aborted) await revertTry(context.uploadDb, map);
      else if (map.isAbandoned) giveUp(context, map);
      else await takeTurn(context, map, signal);
    }
    if (due.length < AT_ONCE || signal.aborted) return;
  }
}

function giveUp({ metrics, logger }: ServiceContext, { projectId, id, isDamaged }: Recompilation): void {
  metrics.recompiled('given_up');
  const message = 'index not rebuilt after repeated attempts; upload the source map again';
  logger.error({ projectId, sourceMap: id, isDamaged }, message);
}

async function takeTurn(context: ServiceContext, map: Recompilation, signal: AbortSignal): Promise<void> {
  const { uploadDb, metrics, logger } = context;
  const { projectId, id, isDamaged } = map;
  try {
    await rebuild(context, map, signal);
    metrics.recompiled('made');
    logger.info({ projectId, sourceMap: id, isDamaged }, 'index rebuilt');
  } catch (error) {
    if (signal.aborted) return revertTry(uploadDb, map);
    metrics.recompiled('failed');
    logger.error({ err: error, projectId, sourceMap: id, isDamaged }, 'index rebuild failed');
    if (!isOfTheMap(error)) await revertTry(uploadDb, map);
  }
}

/** Whether the next attempt would fail the same way; otherwise something was unavailable or full. */
const isOfTheMap = (error: unknown): boolean =>
  error instanceof ApiError
    ? error.status < 500
    : readFailure(error) === undefined && !(error instanceof StoreUnavailableError);

/** The store did not return an upload. */
class StoreUnavailableError extends Error {
  override readonly name = 'StoreUnavailableError';
}

function rebuild(context: ServiceContext, map: Recompilation, signal: AbortSignal): Promise<void> {
  const { projectId, id, originalId, indexId: replaces } = map;
  const { uploadDb, store, scratch } = context;
  return scratch.use(async (files) => {
    const isThere = await store.download({ projectId, blobId: originalId }, files.original).catch((cause: unknown) => {
      throw new StoreUnavailableError('the upload could not be read from the store', { cause });
    });
    if (!isThere) {
      throw new Error('the upload is not in the store any more: it must be uploaded again');
    }
    const uncompressed = createWriteStream(files.map, { mode: 0o600 });
    await pipeline(createReadStream(files.original), createGunzip(), uncompressed, { signal });
    const compiled = await compileMap(
      context,
      { mapPath: files.map, indexPath: files.index, tenant: 'maintenance' },
      signal,
    );
    const index = { projectId, blobId: randomUUID() };
    await reserveBlobs(uploadDb, [index]);
    await putBlobs(context, [index, files.index]);
    const { indexBytes, head, segments, sources, hasContents, problems } = compiled;
    // If the map was replaced or deleted meanwhile, the new blob stays on the garbage list.
    await replaceIndex(uploadDb, {
      projectId,
      id,
      replaces,
      indexId: index.blobId,
      format: INDEX_FORMAT,
      indexBytes,
      head,
      segments,
      sources,
      hasContents,
      problems,
    });
  });
}
