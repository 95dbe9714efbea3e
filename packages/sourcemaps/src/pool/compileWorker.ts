import { type CompiledMap, compileSourceMap, InvalidMapError } from '../codec/compile/compileSourceMap.js';

/** What goes into a thread: paths, never bytes. */
export interface CompileTask {
  readonly mapPath: string;
  readonly indexPath: string;
}

/** What comes out. An error would lose its class on the way between threads, so a refusal is a value. */
export type CompileAnswer = { readonly compiled: CompiledMap } | { readonly invalid: string };

/** Runs in a thread of the pool: compiles one map. */
export async function compileInThread({ mapPath, indexPath }: CompileTask): Promise<CompileAnswer> {
  try {
    return { compiled: await compileSourceMap(mapPath, indexPath) };
  } catch (error) {
    if (error instanceof InvalidMapError) return { invalid: error.message };
    throw error;
  }
}
