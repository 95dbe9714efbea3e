import { beforeEach, expect, test } from '@jest/globals';
import { silentLogger } from '@sluice/runtime';
import { testDirectory, waitFor } from '@sluice/testkit';
import { readdir, readFile, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { sha1Of } from '../testing/bundleOf.js';
import { CHUNK_LIFE_MS } from './createChunkLedger.js';
import { createChunkStore, type ChunkStore } from './createChunkStore.js';

let folder: string;
let nowMs = 0;
beforeEach(async () => {
  folder = await testDirectory('chunks');
});

const store = (capacity: number): ChunkStore =>
  createChunkStore({ directory: () => folder, clock: () => nowMs, logger: silentLogger }, { capacity, sweepMs: 10 });

const receive = (chunks: ChunkStore, text: string, organizationId = '1') =>
  chunks.receive({ organizationId, sha1: sha1Of(text) }, { bytes: Readable.from([Buffer.from(text)]), isGzip: false });

const files = async (): Promise<readonly string[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
};

test('a flood of tiny chunks leaves a bounded number of files', async () => {
  const chunks = store(20 * 65_536);
  for (let n = 0; n < 200; n += 1) await receive(chunks, `flood ${n}`);
  expect(await files()).toHaveLength(10);
  expect(chunks.missing('1', [sha1Of('flood 0'), sha1Of('flood 199')])).toEqual([sha1Of('flood 0')]);
  await receive(chunks, 'of another', '2');
  expect(chunks.missing('2', [sha1Of('of another')])).toEqual([]);
});

test('its directory does not become old without chunks, because other machines remove old ones', async () => {
  const chunks = store(1_048_576);
  await chunks.start();
  await utimes(folder, 0, 0);
  await waitFor(async () => (await stat(folder)).mtimeMs > 0);
  await chunks.stop();
});

test('chunks are deleted after a day', async () => {
  const chunks = store(1_048_576);
  await receive(chunks, 'old');
  nowMs += CHUNK_LIFE_MS;
  await receive(chunks, 'new');
  await chunks.start();
  await waitFor(async () => (await files()).length === 1, { what: 'one file' });
  expect(chunks.missing('1', [sha1Of('old'), sha1Of('new')])).toEqual([sha1Of('old')]);
  await chunks.stop();
});

test('a chunk whose bytes end early leaves no file', async () => {
  const chunks = store(1_048_576);
  const broken = Readable.from(
    (function* () {
      yield Buffer.from('half');
      throw new Error('the connection closed');
    })(),
  );
  await expect(
    chunks.receive({ organizationId: '1', sha1: sha1Of('half') }, { bytes: broken, isGzip: false }),
  ).rejects.toThrow('closed');
  expect([await files(), chunks.bytes()]).toEqual([[], 0]);
});

test('chunks are joined in the order given, a repeated one more than once', async () => {
  const chunks = store(1_048_576);
  await receive(chunks, 'ab');
  await receive(chunks, 'cd');
  const joined = path.join(folder, 'joined');
  const order = ['cd', 'ab', 'cd'].map((text) => sha1Of(text));
  expect(await chunks.join('1', order, joined)).toBe(sha1Of('cdabcd'));
  expect(await readFile(joined, 'utf8')).toBe('cdabcd');
  expect(await chunks.join('1', [sha1Of('ef')], `${joined}-2`)).toBeUndefined();
  expect(await chunks.join('2', order, `${joined}-3`)).toBeUndefined();
});
