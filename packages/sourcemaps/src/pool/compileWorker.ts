import { getPriority, setPriority } from 'node:os';
import { type CompiledMap, compileSourceMap, InvalidMapError } from '../codec/compile/compileSourceMap.js';
import { compressFile } from './compressFile.js';

/** What goes into a thread: paths, never bytes. */
export interface CompileTask {
  readonly mapPath: string;
  readonly indexPath: string;
  /** Where the map is stored compressed with gzip, if it is. */
  readonly compressedPath?: string;
}

/** What comes out. An error would lose its class on the way between threads, so a refusal is a value. */
export type CompileAnswer = { readonly compiled: CompiledMap } | { readonly invalid: string };

/** Steps of `nice`, compared with the thread of requests. */
const NICENESS = 10;

yieldToRequests();

/** On Linux, a priority belongs to the calling thread; elsewhere it would be that of the whole process. */
function yieldToRequests(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(Math.max(getPriority(), NICENESS));
  } catch {
    // A sandbox forbids it: then maps are compiled with the priority of requests.
  }
}

/** Runs in a thread of the pool: compiles one map, and compresses it. */
export async function compileInThread({ mapPath, indexPath, compressedPath }: CompileTask): Promise<CompileAnswer> {
  try {
    const compiled = await compileSourceMap(mapPath, indexPath);
    if (compressedPath !== undefined) compressFile(mapPath, compressedPath);
    return { compiled };
  } catch (error) {
    if (error instanceof InvalidMapError) return { invalid: error.message };
    throw error;
  }
}
