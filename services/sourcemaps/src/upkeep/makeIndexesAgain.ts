import {
  readFailure,
  replaceIndex,
  reserveBlobs,
  claimRecompilations,
  revertTry,
  type Recompilation,
} from '@sluice/db';
import { ApiError } from '@sluice/management';
import { INDEX_FORMAT } from '@sluice/sourcemaps';
import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { compileMap } from '../uploads/compileMap.js';
import { putBlobs } from '../uploads/putBlobs.js';
import type { Workshop } from '../workshop.js';

/** Maps of one look. A stop ends the compilation under way, and waits for no more than a blob on its way. */
const AT_ONCE = 10;

/**
 * Makes the indexes again that are damaged or of an earlier format, from the uploads as they were kept. One that cannot
 * be made is an error line and its turn comes again, three times in all; frames of it stay unresolved, or resolve by the
 * old index, until it is uploaded again. Turns that an outage or a stop took do not count.
 */
export async function makeIndexesAgain(workshop: Workshop, signal: AbortSignal): Promise<void> {
  for (;;) {
    const due = await claimRecompilations(workshop.uploadDb, INDEX_FORMAT, AT_ONCE);
    for (const map of due) {
      if (signal.aborted) await revertTry(workshop.uploadDb, map);
      else if (map.isAbandoned) giveUp(workshop, map);
      else await takeTurn(workshop, map, signal);
    }
    if (due.length < AT_ONCE || signal.aborted) return;
  }
}

function giveUp({ metrics, logger }: Workshop, { projectId, id, isDamaged }: Recompilation): void {
  metrics.recompiled('given_up');
  const said = 'an index was made again in vain too often: its map must be uploaded again';
  logger.error({ projectId, sourceMap: id, isDamaged }, said);
}

async function takeTurn(workshop: Workshop, map: Recompilation, signal: AbortSignal): Promise<void> {
  const { uploadDb, metrics, logger } = workshop;
  const { projectId, id, isDamaged } = map;
  try {
    await makeAgain(workshop, map, signal);
    metrics.recompiled('made');
    logger.info({ projectId, sourceMap: id, isDamaged }, 'an index was made again');
  } catch (error) {
    if (signal.aborted) return revertTry(uploadDb, map);
    metrics.recompiled('failed');
    logger.error({ err: error, projectId, sourceMap: id, isDamaged }, 'an index could not be made again');
    if (!isOfTheMap(error)) await revertTry(uploadDb, map);
  }
}

/** Whether the next try would end the same way; otherwise something was away, or had no room. */
const isOfTheMap = (error: unknown): boolean =>
  error instanceof ApiError ? error.status < 500 : readFailure(error) === undefined && !(error instanceof StoreAway);

/** The store did not give an upload out. */
class StoreAway extends Error {
  override readonly name = 'StoreAway';
}

function makeAgain(workshop: Workshop, map: Recompilation, signal: AbortSignal): Promise<void> {
  const { projectId, id, originalId, indexId: replaces } = map;
  const { uploadDb, store, scratch } = workshop;
  return scratch.use(async (files) => {
    const isThere = await store.download({ projectId, blobId: originalId }, files.original).catch((cause: unknown) => {
      throw new StoreAway('the upload could not be read from the store', { cause });
    });
    if (!isThere) {
      throw new Error('the upload is not in the store any more: it must be uploaded again');
    }
    const uncompressed = createWriteStream(files.map, { mode: 0o600 });
    await pipeline(createReadStream(files.original), createGunzip(), uncompressed, { signal });
    const compiled = await compileMap(workshop, { files, tenant: 'upkeep' }, signal);
    const index = { projectId, blobId: randomUUID() };
    await reserveBlobs(uploadDb, [index]);
    await putBlobs(workshop, [index, files.index]);
    const { indexBytes, head, segments, sources, hasContents, problems } = compiled;
    // Where it was replaced or deleted meanwhile, the new blob stays on the garbage list.
    await replaceIndex(uploadDb, {
      ...{ projectId, id, replaces, indexId: index.blobId, format: INDEX_FORMAT },
      ...{ indexBytes, head, segments, sources, hasContents, problems },
    });
  });
}
