// Builds the dashboard with Vite, and a gzip and a brotli copy of every file, so that serving costs no compression.
import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const root = import.meta.dirname;
const [run, gzipped, brotli] = [execFile, gzip, brotliCompress].map((call) => promisify(call));
/** Smaller files fit into one packet. */
const MIN_COMPRESSED_BYTES = 1_024;

/** What the output is made of, besides the lockfile. */
export const bundled = ['alerts', 'contract', 'sketch'];
export const inputs = ['index.html', 'replay-frame.html', 'public', 'src', 'vite.config.mjs'];

async function compress(file) {
  const bytes = await readFile(file);
  if (bytes.length <= MIN_COMPRESSED_BYTES) return;
  const quality = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  await Promise.all([
    gzipped(bytes, { level: 9 }).then((packed) => writeFile(`${file}.gz`, packed)),
    brotli(bytes, { params: quality }).then((packed) => writeFile(`${file}.br`, packed)),
  ]);
}

/** Writes all of it below a directory. Vite runs in its own process, whose memory ends with it. @param {string} output */
export async function bundle(output) {
  const vite = path.join(path.dirname(createRequire(import.meta.url).resolve('vite/package.json')), 'bin/vite.js');
  const flags = ['build', '--configLoader', 'native', '--logLevel', 'warn', '--outDir', output, '--emptyOutDir'];
  await run(process.execPath, [vite, ...flags], { cwd: root, env: { ...process.env, NODE_ENV: 'production' } });
  const files = path.join(output, '_app');
  await Promise.all((await readdir(files)).map((name) => compress(path.join(files, name))));
}
