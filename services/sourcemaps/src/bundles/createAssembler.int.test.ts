import { expect, test } from '@jest/globals';
import { createMetrics, silentLogger } from '@sluice/runtime';
import { testDirectory } from '@sluice/testkit';
import { Readable } from 'node:stream';
import { createChunkStore } from '../chunks/createChunkStore.js';
import { DEFAULT_SOURCEMAPS_CONFIG } from '../config.js';
import { createScratch } from '../scratch.js';
import type { ServiceContext } from '../serviceContext.js';
import { sourcemapsMetrics } from '../sourcemapsMetrics.js';
import { sha1Of } from '../testing/bundleOf.js';
import { createAssembler } from './createAssembler.js';

/** Room for two chunks of one organization. */
const CAPACITY = 4 * 65_536;

test('a bundle whose chunks are deleted while it waits for its turn ends with an error that says so', async () => {
  const folder = await testDirectory('waiting-bundle');
  const scratch = createScratch(folder);
  await scratch.start();
  const chunks = createChunkStore(
    { directory: () => folder, clock: Date.now, logger: silentLogger },
    { capacity: CAPACITY, sweepMs: 60_000 },
  );
  let giveTurn = (): void => undefined;
  const turn = new Promise<void>((resolve) => (giveTurn = resolve));
  const assembler = createAssembler({
    config: DEFAULT_SOURCEMAPS_CONFIG,
    metrics: sourcemapsMetrics(createMetrics(), chunks.bytes),
    scratch: { ...scratch, use: (work) => turn.then(() => scratch.use(work)) },
    chunks,
  } as ServiceContext);
  const receive = (text: string) =>
    chunks.receive(
      { organizationId: '1', sha1: sha1Of(text) },
      { bytes: Readable.from([Buffer.from(text)]), isGzip: false },
    );
  await receive('bundle');
  const sha1 = sha1Of('bundle');
  const answer = assembler.assemble({
    organizationId: '1',
    checksum: sha1,
    chunks: [sha1],
    release: null,
    projects: [],
  });
  for (const later of ['one', 'two']) await receive(later);
  giveTurn();
  expect(await answer).toEqual({
    state: 'error',
    missingChunks: [],
    detail: expect.stringMatching(/^Chunks of the bundle were deleted while it waited/) as unknown,
  });
  await scratch.stop();
});
