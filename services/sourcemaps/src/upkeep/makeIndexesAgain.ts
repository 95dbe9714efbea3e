import { replaceIndex, reserveBlobs, takeRecompilations, type Recompilation } from '@sluice/db';
import { INDEX_FORMAT } from '@sluice/sourcemaps';
import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { compileMap } from '../uploads/compileMap.js';
import { putBlobs } from '../uploads/putBlobs.js';
import type { Workshop } from '../workshop.js';

/** Maps of one look: a stop waits for one of them at most. */
const AT_ONCE = 10;

/**
 * Makes the indexes again that are damaged or of an earlier format, from the uploads as they were kept. One that cannot
 * be made is an error line and its turn comes again; frames of it stay unresolved, or resolve by the old index.
 */
export async function makeIndexesAgain(workshop: Workshop, signal: AbortSignal): Promise<void> {
  const { uploadDb, metrics, logger } = workshop;
  for (;;) {
    const due = await takeRecompilations(uploadDb, INDEX_FORMAT, AT_ONCE);
    for (const map of due) {
      if (signal.aborted) return;
      const { projectId, id, isDamaged } = map;
      try {
        await makeAgain(workshop, map);
        metrics.recompiled('made');
        logger.info({ projectId, sourceMap: id, isDamaged }, 'an index was made again');
      } catch (error) {
        metrics.recompiled('failed');
        logger.error({ err: error, projectId, sourceMap: id, isDamaged }, 'an index could not be made again');
      }
    }
    if (due.length < AT_ONCE) return;
  }
}

function makeAgain(workshop: Workshop, { projectId, id, originalId, indexId: replaces }: Recompilation): Promise<void> {
  const { uploadDb, store, scratch } = workshop;
  return scratch.use(async (files) => {
    if (!(await store.download({ projectId, blobId: originalId }, files.original))) {
      throw new Error('the upload is not in the store any more: it must be uploaded again');
    }
    await pipeline(createReadStream(files.original), createGunzip(), createWriteStream(files.map, { mode: 0o600 }));
    const compiled = await compileMap(workshop, files);
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
