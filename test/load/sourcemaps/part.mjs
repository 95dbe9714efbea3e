// Part "sourcemaps": cold and warm resolution, memory and uploads, compared with other libraries; runs are
// interleaved, and every figure comes from a separate process. Ratios and their requirements come last.
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { withDirectory } from '../support/temporary.mjs';
import { choosePositions, makeInputs, SWEEP } from './inputs.mjs';
import { benchHostile } from './hostile.mjs';
import { LIBRARIES } from './libraries.mjs';
import { benchPostgres } from './postgres.mjs';
import { printReport } from './report.mjs';

const SEED = 20_260;
const WARM_MS = 700;
const SIZES = ['133kB', '1MB', '12MB', '45MB'];
const child = path.join(import.meta.dirname, 'child.mjs');

async function measure(job) {
  try {
    const options = { maxBuffer: 1 << 24 };
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--expose-gc', child, JSON.stringify(job)],
      options,
    );
    return JSON.parse(stdout);
  } catch (error) {
    // Its command is the job, with thousands of positions: left out.
    console.error(`measuring ${job.measure} by ${job.by} failed: ${error.stderr}`);
    process.exit(1);
  }
}

/** Runs each job once, then again, in alternating order, so that disturbances of the machine affect all. */
async function interleaved(runs, jobs, results = {}) {
  for (let run = 0; run < runs; run += 1) {
    for (let turn = 0; turn < jobs.length; turn += 1) {
      const { key, ...job } = jobs[(turn + run) % jobs.length];
      (results[key] ??= []).push(await measure(job));
    }
  }
  return results;
}

async function compileAll(maps, directory) {
  const { compileSourceMap } = await import('../../../packages/sourcemaps/dist/codec/compile/compileSourceMap.js');
  for (const input of Object.values(maps)) {
    input.index = path.join(directory, `${input.id}.index`);
    input.compiled = await compileSourceMap(input.map, input.index);
    input.headBytes = input.compiled.headBytes;
    input.positions = await choosePositions(input.map, 2_000, SEED);
  }
}

const paths = ({ map, index, headBytes }) => ({ map, index, headBytes });
const progress = (text) => process.stderr.write(`  ${text}\n`);

async function benchCold(runs, maps) {
  const results = {};
  for (const size of SIZES) {
    progress(`cold, ${size}`);
    const input = paths(maps[size]);
    const jobs = LIBRARIES.map((library) => {
      const again = library === 'sluice' ? 20 : size === '45MB' ? 4 : 6;
      const positions = maps[size].positions.slice(0, 21);
      return { key: `${size} ${library}`, measure: 'cold', library, input, positions, again, withContext: false };
    });
    const withContext = { ...jobs[0], key: `${size} sluice context`, again: 0, withContext: true };
    await interleaved(runs, [...jobs, withContext], results);
  }
  return results;
}

async function benchWarm(runs, maps) {
  const results = {};
  for (const size of SIZES) {
    progress(`warm, ${size}`);
    const input = paths(maps[size]);
    const common = { measure: 'warm', input, positions: maps[size].positions, milliseconds: WARM_MS };
    const jobs = LIBRARIES.map((library) => ({ key: `${size} ${library}`, ...common, library, aCall: 20 }));
    const one = { key: `${size} sluice one`, ...common, library: 'sluice', aCall: 1 };
    const all = { key: `${size} sluice all`, ...common, library: 'sluice', aCall: 2_000 };
    await interleaved(runs, [...jobs, one, all], results);
  }
  return results;
}

async function benchSweep(runs, maps, libraries) {
  progress('sweep');
  const inputs = SWEEP.map((id, n) => ({
    input: paths(maps[id]),
    positions: maps[id].positions.slice(n * 20, n * 20 + 20),
  }));
  return interleaved(
    runs,
    libraries.map((library) => ({ key: library, measure: 'sweep', library, inputs })),
  );
}

async function benchUpload(runs, maps, directory) {
  progress('upload');
  const indexPath = path.join(directory, 'upload.index');
  const jobs = ['pool', 'trace-mapping'].map((by) => ({
    key: by,
    measure: 'upload',
    by,
    input: maps['45MB'],
    indexPath,
  }));
  return interleaved(runs, jobs);
}

const isSame = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/** Positions that a library answers otherwise than trace-mapping; sources are compared only with ours, as others write them otherwise. */
function disagreements(coldResults) {
  return Object.entries(coldResults).flatMap(([key, [{ answer }]]) => {
    const [size, library] = key.split(' ');
    const { answer: expected } = coldResults[`${size} trace-mapping`][0];
    const relevant = ({ source, ...rest }) => (library === 'sluice' ? { source, ...rest } : rest);
    return isSame(relevant(answer), relevant(expected)) ? [] : [`${key}: ${JSON.stringify({ answer, expected })}`];
  });
}

async function versions() {
  const names = ['@jridgewell/trace-mapping', 'source-map', 'source-map-js', 'esbuild'];
  const root = path.resolve(import.meta.dirname, '../../../node_modules');
  const read = async (name) => JSON.parse(await readFile(path.join(root, name, 'package.json'), 'utf8')).version;
  return Promise.all(names.map(async (name) => `${name} ${await read(name)}`));
}

export const part = {
  name: 'sourcemaps',
  summary: 'frames resolved, memory and uploads beside other libraries (at least five runs)',
  isShort: false,
  defaults: { runs: 5 },
  run: ({ runs }) => withDirectory((directory) => benchSourcemaps(directory, Math.max(5, runs))),
};

async function benchSourcemaps(directory, runs) {
  console.log((await versions()).join(', '));
  progress('inputs');
  const { maps, describe } = await makeInputs(directory);
  console.log(describe().join('\n'));
  await compileAll(maps, directory);
  const cold = await benchCold(runs, maps);
  const warm = await benchWarm(runs, maps);
  const sweep = await benchSweep(runs, maps, LIBRARIES);
  const upload = await benchUpload(runs, maps, directory);
  const bytes = await measure({ measure: 'bytes', input: paths(maps['45MB']), positions: maps['45MB'].positions });
  progress('PostgreSQL');
  await mkdir(path.join(directory, 'database'));
  const positions = maps['45MB'].positions.slice(0, 200);
  const postgres = await benchPostgres(path.join(directory, 'database'), maps['45MB'], positions);
  progress('hostile maps');
  const hostile = await benchHostile(directory, measure);
  const differing = disagreements(cold);
  return printReport({ runs, maps, cold, warm, sweep, upload, bytes, postgres, hostile, differing });
}
