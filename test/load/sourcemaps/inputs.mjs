// The maps that are measured: bundles that esbuild makes of packages in node_modules, minified, with sourcesContent; no module twice.
import { stat, writeFile, readFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';

const root = path.resolve(import.meta.dirname, '../../..');

/** Ordered by size; sizes depend on these versions of the packages. */
const BUNDLES = [
  { id: '133kB', packages: ['semver'] },
  { id: '1MB', packages: ['ajv', 'luxon', 'commander'] },
  { id: '12MB', packages: ['eslint', 'zod', 'luxon', 'kysely', 'express'] },
  { id: '45MB', packages: ['typescript', 'webpack', 'zod', 'luxon', 'kysely'] },
];

const UNRESOLVED = /Could not resolve "(.*)"/;
const ATTEMPTS = 6;

/** Bundles packages; missing optional peers remain external. @returns path of the map */
async function bundle(id, packages, directory) {
  const outfile = path.join(directory, `${id}.js`);
  const contents = packages.map((name, n) => `import * as m${n} from '${name}'; globalThis.m${n} = m${n};`).join('\n');
  const common = {
    bundle: true,
    minify: true,
    platform: 'node',
    format: 'esm',
    sourcemap: 'external',
    logLevel: 'silent',
  };
  const loader = { '.node': 'empty', '.css': 'empty', '.html': 'empty', '.ttf': 'empty' };
  const external = [];
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    try {
      await build({ ...common, stdin: { contents, resolveDir: root }, outfile, loader, external, logLimit: 0 });
      return `${outfile}.map`;
    } catch (error) {
      const missing = (error.errors ?? []).map(({ text }) => UNRESOLVED.exec(text)?.[1]);
      if (missing.length === 0 || missing.includes(undefined)) throw error;
      external.push(...missing);
    }
  }
  throw new Error(`${id}: modules stay unresolved: ${external.join(', ')}`);
}

const shipped = (file) => path.join(root, 'node_modules', file);

async function described(id, file) {
  return { id, map: file, bytes: (await stat(file)).size };
}

/**
 * Makes all maps below a directory.
 * @returns `maps` by id, among them `45MB-bare` (the same without sourcesContent) and two as their authors ship them
 */
export async function makeInputs(directory) {
  const maps = {};
  for (const { id, packages } of BUNDLES) maps[id] = await described(id, await bundle(id, packages, directory));
  const bare = path.join(directory, '45MB-bare.js.map');
  const whole = JSON.parse(await readFile(maps['45MB'].map, 'utf8'));
  delete whole.sourcesContent;
  await writeFile(bare, JSON.stringify(whole));
  maps['45MB-bare'] = await described('45MB-bare', bare);
  maps.swagger = await described('swagger', shipped('swagger-ui-dist/swagger-ui-bundle.js.map'));
  maps.parser = await described('parser', shipped('@babel/parser/lib/index.js.map'));
  return { maps, describe: () => BUNDLES.map(({ id, packages }) => `${id}: ${packages.join(' + ')}`) };
}

/** A seeded choice of mapped positions of a map: generated line 1-based, column 0-based. */
export async function choosePositions(file, count, seed) {
  const { TraceMap, decodedMappings } = await import('@jridgewell/trace-mapping');
  const lines = decodedMappings(new TraceMap(await readFile(file, 'utf8')));
  const ends = [];
  let total = 0;
  for (const line of lines) ends.push((total += line.length));
  let state = seed;
  const below = (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  const positions = [];
  while (positions.length < count) {
    const at = below(total);
    const line = ends.findIndex((end) => end > at);
    const segment = lines[line][at - (ends[line] - lines[line].length)];
    if (segment.length > 1) positions.push({ line: line + 1, column: segment[0] + below(2) });
  }
  return positions;
}

/** Files of an optional run with several releases: 60 files, most of them small, some identical in another release. */
export const SWEEP = [
  ...Array(24).fill('133kB'),
  ...Array(14).fill('1MB'),
  ...Array(8).fill('swagger'),
  ...Array(3).fill('parser'),
  ...Array(10).fill('12MB'),
  '45MB',
];
