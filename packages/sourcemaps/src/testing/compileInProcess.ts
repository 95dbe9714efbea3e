import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import type { CompiledMap } from '../codec/compile/compileSourceMap.js';

/** Result of a compilation in a separate process. `crashed`: the process crashed, timed out, or failed otherwise. */
export interface ProcessCompilation {
  readonly outcome: 'stored' | 'refused' | 'crashed';
  readonly message: string;
  readonly compiled: CompiledMap | undefined;
  readonly milliseconds: number;
  /** Growth of resident memory to its peak, in MB of 2^20 bytes; exact on Linux. */
  readonly peakMb: number;
}

const COMPILER = path.resolve(import.meta.dirname, '../codec/compile/compileSourceMap.ts');

const SCRIPT = `
import { readFileSync, writeFileSync } from 'node:fs';
import { compileSourceMap, InvalidMapError } from ${JSON.stringify(COMPILER)};
const status = (field) => {
  try {
    return Number(new RegExp(field + ':\\\\s+(\\\\d+)').exec(readFileSync('/proc/self/status', 'utf8'))[1]) / 1024;
  } catch {
    return (field === 'VmRSS' ? process.memoryUsage.rss() / 1024 : process.resourceUsage().maxRSS) / 1024;
  }
};
try { writeFileSync('/proc/self/clear_refs', '5'); } catch {}
const before = status('VmRSS');
const started = performance.now();
const result = await compileSourceMap(process.argv[2], process.argv[3]).then(
  (compiled) => ({ outcome: 'stored', message: '', compiled }),
  (error) => ({ outcome: error instanceof InvalidMapError ? 'refused' : 'crashed', message: String(error?.stack ?? error) }),
);
const milliseconds = Math.round(performance.now() - started);
console.log(JSON.stringify({ ...result, milliseconds, peakMb: Math.round(status('VmHWM') - before) }));
`;

/** Bundles the compiler of `src`. @returns the script for `compileInProcess` */
export async function bundleCompiler(directory: string): Promise<string> {
  const outfile = path.join(directory, 'compile.mjs');
  const stdin = { contents: SCRIPT, resolveDir: import.meta.dirname, loader: 'js' as const };
  const conditions = ['@sluice/source'];
  await build({ stdin, outfile, bundle: true, platform: 'node', format: 'esm', conditions, logLevel: 'error' });
  return outfile;
}

/** Compiles a map in a separate process, which is killed after `timeoutMs`. */
export async function compileInProcess(
  script: string,
  mapPath: string,
  indexPath: string,
  timeoutMs: number,
): Promise<ProcessCompilation> {
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [script, mapPath, indexPath], {
      timeout: timeoutMs,
    });
    return JSON.parse(stdout) as ProcessCompilation;
  } catch (error) {
    return { outcome: 'crashed', message: String(error), compiled: undefined, milliseconds: timeoutMs, peakMb: NaN };
  }
}
