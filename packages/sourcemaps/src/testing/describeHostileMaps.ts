import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { LIMITS } from '@sluice/contract';
import { SourceMapIndex } from '../codec/read/sourceMapIndex.js';
import { bundleCompiler, compileInProcess } from './compileInProcess.js';
import type { HostileMap } from './hostileMap.js';
import { writeHostileMap } from './hostileMaps.js';
import { readsOf } from './openCompiledMap.js';

const MAX_MEMORY_MB = 400;
/** Ten times the budget: slow machines fail nothing, endless loops do. */
const TIMEOUT_MS = 60_000;
const LARGEST_HEAD_BYTES = 4 * 2 ** 20;

/** Tests that each of these maps, at the largest size, is compiled or refused within time and memory, and found in. */
export function describeHostileMaps(maps: readonly HostileMap[]): void {
  let directory: string;
  let script: string;
  const figures: string[] = [];

  beforeAll(async () => {
    directory = await mkdtemp(path.join(os.tmpdir(), 'sluice-hostile-'));
    script = await bundleCompiler(directory);
  });

  afterEach(() => Promise.all(['map', 'index'].map((file) => rm(path.join(directory, file), { force: true }))));

  afterAll(async () => {
    process.stdout.write(`hostile maps, ms and MB at the peak:\n${figures.join('\n')}\n`);
    await rm(directory, { recursive: true, force: true });
  });

  it.each(maps)(
    '$name: ends, within bounds of memory',
    async (map) => {
      const [mapPath, indexPath] = [path.join(directory, 'map'), path.join(directory, 'index')];
      await writeHostileMap(map, mapPath);
      expect((await stat(mapPath)).size).toBe(LIMITS.maxSourceMapBytes);

      const result = await compileInProcess(script, mapPath, indexPath, TIMEOUT_MS);
      const { outcome, message, compiled, milliseconds, peakMb } = result;
      figures.push(`  ${map.name}: ${outcome}, ${milliseconds} ms, ${peakMb} MB`);
      const expected = map.outcome === 'either' ? expect.not.stringMatching('crashed') : map.outcome;
      expect({ outcome, message }).toMatchObject({ outcome: expected });
      expect(peakMb).toBeLessThanOrEqual(MAX_MEMORY_MB);
      if (compiled === undefined) await expect(stat(indexPath)).rejects.toThrow('ENOENT');
      else await expectAnswers(map, indexPath, compiled.headBytes);
    },
    2 * TIMEOUT_MS,
  );
}

async function expectAnswers({ asks = [] }: HostileMap, indexPath: string, headBytes: number): Promise<void> {
  expect(headBytes).toBeLessThanOrEqual(LARGEST_HEAD_BYTES);
  const bytes = await readFile(indexPath);
  const index = SourceMapIndex.open(bytes.subarray(0, headBytes));
  const reads = { calls: 0, bytes: 0, longest: 0 };
  const probes = asks.map(([line, column]) => ({ line, column }));
  const found = await index.lookUp(probes, readsOf(bytes, reads));
  const answers = found.map((hit) => (hit === null ? null : `${String(hit.source)}:${hit.line}:${hit.column}`));
  expect(answers).toEqual(index.isMalformed ? answers : asks.map(([, , expected]) => expected));
  expect(reads.longest).toBeLessThanOrEqual(8192);
  const mapped = found.filter((hit) => hit !== null);
  const contexts = await index.contexts(mapped, 5, readsOf(bytes));
  expect(contexts).toHaveLength(mapped.length);
  expect(JSON.stringify(contexts).length).toBeLessThan(2 ** 20);
}
