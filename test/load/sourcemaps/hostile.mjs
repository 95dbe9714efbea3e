// Every hostile document that the tests know, compiled once, each in a separate process.
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';

const SOURCE = path.resolve(import.meta.dirname, '../../../packages/sourcemaps/src/testing/hostileMaps.ts');

/** @returns `{ name, outcome, milliseconds, peakMb }` of each */
export async function benchHostile(directory, measure) {
  const outfile = path.join(directory, 'hostileMaps.mjs');
  const conditions = ['@sluice/source'];
  await build({
    entryPoints: [SOURCE],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    conditions,
    logLevel: 'error',
  });
  const { HOSTILE_MAPS, writeHostileMap } = await import(outfile);
  const [map, indexPath] = [path.join(directory, 'hostile.map'), path.join(directory, 'hostile.index')];
  const results = [];
  for (const hostile of HOSTILE_MAPS) {
    await writeHostileMap(hostile, map);
    const result = await measure({ measure: 'compile', input: { map }, indexPath }).catch((error) => ({
      outcome: `crashed: ${error.message.slice(0, 80)}`,
      milliseconds: NaN,
      cpuMs: NaN,
      peakMb: NaN,
    }));
    results.push({ name: hostile.name, ...result });
    await rm(map, { force: true });
  }
  return results;
}
