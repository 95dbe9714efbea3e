import { createFairSemaphore, SemaphoreBusyError } from '@sluice/runtime';
import { rm } from 'node:fs/promises';
import { Piscina } from 'piscina';
import { type CompiledMap, InvalidMapError } from '../codec/compile/compileSourceMap.js';
import type { CompileAnswer, CompileTask } from './compileWorker.js';

export interface CompilePoolConfig {
  /** Maps compiled at the same time; each takes a core and up to 400 MB. */
  readonly threads: number;
  /** Maps that may wait for a thread; further ones are refused. */
  readonly waiting: number;
  /** Milliseconds that a map may wait for a thread before it is refused. */
  readonly waitMs: number;
  /** Milliseconds that a map may take once it has a thread, compressing it included; then the thread is terminated. */
  readonly timeoutMs: number;
  /** Megabytes of a thread's JavaScript heap, not including buffers. */
  readonly maxHeapMb: number;
  /** Program of the threads: a `file:` URL or a path. Default: `compileWorker.js` next to this file. */
  readonly workerFile?: string;
}

/** A map to compile, with its tenant. */
export interface CompileJob {
  readonly mapPath: string;
  readonly indexPath: string;
  /** A new file for the map compressed with gzip; without it the map is only compiled. */
  readonly compressedPath?: string;
  /** Threads and queue places are shared fairly among tenants. */
  readonly tenant: string;
}

/** Compiles maps in worker threads, so that the event loop of the caller is not blocked. */
export interface CompilePool {
  /**
   * As `compileSourceMap`. Leaves no index if it rejects. @throws InvalidMapError if the file is not a source map
   * @throws CompileBusyError if the queue is full, the wait was too long or `signal` was aborted @throws
   * CompileLimitError if it took too much time or memory
   */
  compile(job: CompileJob, signal?: AbortSignal): Promise<CompiledMap>;
  /** Terminates all threads; running and waiting compilations reject. */
  close(): Promise<void>;
}

/** There was no thread for the map in time, or the pool stopped: try again later. */
export class CompileBusyError extends Error {
  override readonly name = 'CompileBusyError';
}

/** The map exceeded a limit of time or memory; trying again will not help. */
export class CompileLimitError extends Error {
  override readonly name = 'CompileLimitError';
}

/** Returns a pool that starts threads on demand and ends idle ones after half a minute. */
export function createCompilePool(config: CompilePoolConfig): CompilePool {
  const threads = new Piscina<CompileTask, CompileAnswer>({
    filename: config.workerFile ?? new URL('./compileWorker.js', import.meta.url).href,
    name: 'compileInThread',
    minThreads: 0,
    maxThreads: config.threads,
    maxQueue: config.threads,
    idleTimeout: 30_000,
    resourceLimits: { maxOldGenerationSizeMb: config.maxHeapMb },
    recordTiming: false,
  });
  // An error that ends a thread rejects its task; an idle thread loses nothing and is replaced.
  threads.on('error', () => undefined);
  const semaphore = createFairSemaphore({
    capacity: config.threads,
    // A compilation ends within `timeoutMs`, so no thread of two is reserved for newcomers.
    reserve: config.threads > 2 ? 1 : 0,
    queue: config.waiting,
    waitMs: config.waitMs,
  });
  const closing = new AbortController();

  return {
    async compile({ tenant, ...task }, signal) {
      const stop = signal === undefined ? closing.signal : AbortSignal.any([closing.signal, signal]);
      const work = (): Promise<CompiledMap> => compileWithin(threads, task, { timeoutMs: config.timeoutMs, stop });
      try {
        return await semaphore.run(tenant, work, { signal: stop });
      } catch (error) {
        if (stop.aborted && error === stop.reason) throw stopped();
        if (!(error instanceof SemaphoreBusyError)) throw error;
        throw new CompileBusyError('Too many maps are waiting to be compiled.', { cause: error });
      }
    },
    async close() {
      closing.abort();
      await threads.destroy();
    },
  };
}

async function compileWithin(
  threads: Piscina<CompileTask, CompileAnswer>,
  task: CompileTask,
  { timeoutMs, stop }: { readonly timeoutMs: number; readonly stop: AbortSignal },
): Promise<CompiledMap> {
  // Aborting a task terminates its thread; the pool starts another for the next task.
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const answer = await threads.run(task, { signal: AbortSignal.any([timeout, stop]) });
    if ('invalid' in answer) throw new InvalidMapError(answer.invalid);
    return answer.compiled;
  } catch (error) {
    // A terminated thread cannot clean up: its index and the separate body of `IndexFile`.
    for (const left of [task.indexPath, `${task.indexPath}.body`]) await rm(left, { force: true });
    if (stop.aborted) throw stopped();
    if (timeout.aborted)
      throw new CompileLimitError(`Compiling the map took longer than ${timeoutMs / 1_000} seconds.`);
    if (isOutOfMemory(error)) {
      throw new CompileLimitError('Compiling the map took more memory than a map may.', { cause: error });
    }
    throw error;
  }
}

const stopped = (): CompileBusyError => new CompileBusyError('The map was not compiled: the service is stopping.');

/**
 * Whether the heap of the thread was full, or an array, string or buffer would have been too long. Errors from a
 * thread lose class and code, but keep name and message.
 */
const isOutOfMemory = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  (('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY') || ('name' in error && error.name === 'RangeError'));
