import { ApiError } from '@sluice/management';
import {
  CompileBusyError,
  CompileLimitError,
  InvalidMapError,
  type CompiledMap,
  type CompileJob,
} from '@sluice/sourcemaps';
import { open } from 'node:fs/promises';
import type { ServiceContext } from '../serviceContext.js';

/** What a map became: its index is a file. */
export interface Compiled extends CompiledMap {
  readonly head: Buffer;
}

/**
 * Compiles a map, see `CompilePool`. Throws an `ApiError`: 422 `invalid_map` if it is not a source map or costs too much; 503 `busy`
 * where no thread was free in time, or `signal` was aborted.
 */
export async function compileMap(
  { pool, metrics, logger }: ServiceContext,
  job: CompileJob,
  signal?: AbortSignal,
): Promise<Compiled> {
  const began = performance.now();
  try {
    const compiled = await pool.compile(job, signal);
    return { ...compiled, head: await readHead(job.indexPath, compiled.headBytes) };
  } catch (error) {
    if (error instanceof InvalidMapError) throw new ApiError(422, 'invalid_map', error.message);
    if (error instanceof CompileLimitError) {
      logger.warn({ err: error }, 'source map rejected: compilation limit exceeded');
      throw new ApiError(422, 'invalid_map', 'Compiling the map exceeds the time or memory limit.');
    }
    if (error instanceof CompileBusyError) throw new ApiError(503, 'busy', error.message, { 'retry-after': '5' });
    throw error;
  } finally {
    metrics.compiled(performance.now() - began);
  }
}

async function readHead(path: string, bytes: number): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, 0);
    if (bytesRead !== bytes) throw new Error('the index is shorter than its head');
    return buffer;
  } finally {
    await file.close();
  }
}
