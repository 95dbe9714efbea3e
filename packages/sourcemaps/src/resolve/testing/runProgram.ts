import { parseStack, type Frame } from '@sluice/stacktrace';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { EXPECTED_CALLS, PROGRAM } from './program.js';

/** A program as a bundler made it. */
export interface Bundle {
  readonly code: string;
  /** JSON of its map. */
  readonly map: string;
}

/** Where the bundle says it was served. */
const PROGRAM_URL = 'https://shop.example/assets/app.js';

/** Bundles the program with esbuild. @param options beside those that make it one script with an external map */
export function bundleProgram(options: Readonly<Record<string, unknown>>): Bundle {
  const directory = mkdtempSync(join(tmpdir(), 'sluice-program-'));
  try {
    for (const [path, text] of Object.entries(PROGRAM)) {
      mkdirSync(dirname(join(directory, path)), { recursive: true });
      writeFileSync(join(directory, path), text);
    }
    const outfile = join(directory, 'dist/app.js');
    const common = { bundle: true, sourcemap: 'external', format: 'iife', jsxFactory: 'create', logLevel: 'error' };
    const all = { ...common, ...options, absWorkingDir: directory, entryPoints: ['src/main.ts'], outfile };
    // Runs in a separate process, because it does not work within Jest's realm.
    execFileSync(process.execPath, ['-e', `require('esbuild').buildSync(${JSON.stringify(all)})`]);
    return { code: readFileSync(outfile, 'utf8'), map: readFileSync(`${outfile}.map`, 'utf8') };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Runs every scenario until it throws. @returns the frames of each that are in the bundle, newest first */
export async function stacksOf({ code }: Bundle): Promise<Readonly<Record<string, readonly Frame[]>>> {
  const context = createContext({});
  runInContext(`Error.stackTraceLimit = 50;\n${code}`, context, { filename: PROGRAM_URL, lineOffset: -1 });
  const stacks: Record<string, readonly Frame[]> = {};
  for (const name of Object.keys(EXPECTED_CALLS)) {
    const call = `(async () => { try { await scenarios[${JSON.stringify(name)}]() } catch (error) { return error.stack } })()`;
    const stack = (await runInContext(call, context, { filename: 'runner.js' })) as unknown;
    if (typeof stack !== 'string') throw new Error(`${name} did not throw`);
    stacks[name] = parseStack(stack).filter(({ file }) => file === PROGRAM_URL);
  }
  return stacks;
}
