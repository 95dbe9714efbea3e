import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { systemClock } from '@sluice/runtime';
import { runCli } from './runCli.js';

/** Root of the checkout: this file is `packages/cli/src/main.ts` or bundled in `packages/cli/dist/sluice.js`. */
const ROOT = path.resolve(import.meta.dirname, '../../..');

/** Milliseconds that a process has to end by itself. */
const EXIT_MS = 1_000;

const { version } = JSON.parse(await readFile(path.join(ROOT, 'packages/cli/package.json'), 'utf8')) as {
  readonly version: string;
};

const abort = new AbortController();
process.once('SIGINT', () => abort.abort());
process.once('SIGTERM', () => abort.abort());
// A closed pipe (`sluice tail | head`) is not a failure.
process.stdout.on('error', () => abort.abort());

process.exitCode = await runCli(process.argv.slice(2), {
  env: process.env,
  root: ROOT,
  clock: systemClock,
  signal: abort.signal,
  isTerminal: process.stdout.isTTY,
  isErrorTerminal: process.stderr.isTTY,
  columns: process.stdout.columns,
  version,
  stdout: (text) => process.stdout.write(text),
  stdoutBytes: (bytes) =>
    new Promise((resolve, reject) => {
      process.stdout.write(bytes, (error) => (error ? reject(error) : resolve()));
    }),
  stderr: (text) => process.stderr.write(text),
});
// A connection that hangs, such as one of a check that had no result, would keep the process running. Output goes first.
process.stdout.write('', () => process.stderr.write('', () => setTimeout(() => process.exit(), EXIT_MS).unref()));
